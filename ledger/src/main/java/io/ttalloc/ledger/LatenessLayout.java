package io.ttalloc.ledger;

/**
 * The layout of what the ledger knows of resources that are open longer than they should: the limit
 * of a type, and the closes that came after it. {@link RecordLayout} says what the fields are.
 */
public final class LatenessLayout {
  public static final int RECORD_LATE_CLOSE = 20;

  /**
   * In the record of a type: how long, in nanoseconds, such a resource may be open; positive. The
   * record of a type without a limit ends before it.
   */
  public static final int TYPE_LIMIT = 24;

  public static final int TYPE_WITH_LIMIT_BYTES = 32;

  public static final int LATE_CLOSE_TALLY = 0;

  /** The stack that closed them, or gave them back to a cache; 0 = not captured. */
  public static final int LATE_CLOSE_STACK = 4;

  public static final int LATE_CLOSE_COUNT = 8;

  /** By how many nanoseconds the latest of them came after its limit. */
  public static final int LATE_CLOSE_LONGEST = 16;

  public static final int LATE_CLOSE_BYTES = 24;

  private LatenessLayout() {}
}
