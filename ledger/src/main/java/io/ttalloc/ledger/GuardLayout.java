package io.ttalloc.ledger;

/**
 * The layout of what the ledger knows of frames that stand inside a try statement when the process
 * ends: what the cleanup of each uses. {@link RecordLayout} says what the fields are.
 */
public final class GuardLayout {
  public static final int RECORD_GUARD = 19;

  /** With the method and the line: a frame that stood inside a try statement at the end. */
  public static final int GUARD_CLASS = 0;

  public static final int GUARD_METHOD = 4;
  public static final int GUARD_LINE = 8;

  /** The type of what the cleanup uses; 0 = unknown. */
  public static final int GUARD_TYPE = 12;

  /** With {@link #GUARD_EACH}: the lines, as {@code 12,14-20}; else 0. */
  public static final int GUARD_LINES = 16;

  public static final int GUARD_FLAGS = 20;
  public static final int GUARD_BYTES = 24;

  /** Guard flag: the type is a class, and no interface. */
  public static final int GUARD_OF_CLASS = 1;

  /** Guard flag: the cleanup calls methods of the type in a loop; else it uses one variable. */
  public static final int GUARD_EACH = 2;

  private GuardLayout() {}
}
