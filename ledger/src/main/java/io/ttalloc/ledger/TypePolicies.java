package io.ttalloc.ledger;

/**
 * What a rule says of the findings of its type, as bits of the type's flags: two for each verdict
 * that it may name, in the order of {@link #VERDICTS} from {@link #SHIFT} on. They are 0 if the
 * rule says nothing, else the position of its word in {@link #WORDS}, from 1. Constants alone: who
 * reads rules has them where the classes of the ledger are not found.
 */
public final class TypePolicies {
  /** The verdicts on which a rule may have a policy, separated by blanks. */
  public static final String VERDICTS =
      "RECLAIMED DANGLING DOUBLE_OPEN LOST INFRASTRUCTURE ORPHANED CACHED IN_USE LEFT_OPEN";

  /** Findings with the verdict are leaks, worth a look, or as they should be. */
  public static final String WORDS = "leak warning ignore";

  /**
   * Findings are leaks where several were opened by one line of code, and as they should be where
   * one was. Of {@link #OF_SEVERAL} only; each of these has a flag of its own, {@link
   * RecordLayout#TYPE_LEAK_IF_SEVERAL} and the next.
   */
  public static final String SEVERAL = "several";

  /** The verdicts that may have the policy {@link #SEVERAL}, separated by blanks. */
  public static final String OF_SEVERAL = "LEFT_OPEN RECLAIMED";

  /** The flags below this bit are those of {@link RecordLayout}. */
  public static final int SHIFT = 8;

  /** The number of bits for each verdict. */
  public static final int BITS = 2;

  /** The bits of one verdict. */
  public static final int MASK = (1 << BITS) - 1;

  private static final int LOST = SHIFT + 3 * BITS;
  private static final int LEFT_OPEN = SHIFT + 8 * BITS;
  private static final int WARNING = 2;

  private TypePolicies() {}

  /** Whether none of a type is a leak whether it was lost or left open, by the type's flags. */
  public static boolean isNoLeakAtExit(int flags) {
    return (flags >>> LOST & MASK) >= WARNING && (flags >>> LEFT_OPEN & MASK) >= WARNING;
  }
}
