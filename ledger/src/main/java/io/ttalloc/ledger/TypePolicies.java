package io.ttalloc.ledger;

/**
 * What a rule says of the findings of its type, as bits of the type's flags: two for each verdict
 * that it may name, in the order of {@link #VERDICTS} from {@link #SHIFT} on. They are 0 if the
 * rule says nothing, else the position of its word in {@link #WORDS}, from 1.
 */
public final class TypePolicies {
  /** The verdicts on which a rule may have a policy, separated by blanks. */
  public static final String VERDICTS =
      "RECLAIMED DANGLING DOUBLE_OPEN LOST INFRASTRUCTURE ORPHANED CACHED IN_USE LEFT_OPEN";

  /** Findings with the verdict are leaks, worth a look, or as they should be. */
  public static final String WORDS = "leak warning ignore";

  /** The flags below are those of {@link RecordLayout}. */
  public static final int SHIFT = 8;

  private static final int BITS = 2;
  private static final int MASK = (1 << BITS) - 1;

  private TypePolicies() {}

  /** Where the bits of a verdict begin, by its index in {@link #VERDICTS}. */
  public static int shift(int verdict) {
    return SHIFT + BITS * verdict;
  }

  /** The word of a verdict in the flags of a type; 0 if its rule says nothing. */
  public static int word(int flags, int verdict) {
    return flags >>> shift(verdict) & MASK;
  }

  /** The flags of a type, with what others say of verdicts of which these say nothing. */
  public static int completed(int flags, int others) {
    int all = flags;
    for (int bits = MASK << SHIFT; bits < RecordLayout.TYPE_KEYED; bits <<= BITS) {
      if ((flags & bits) == 0) {
        all |= others & bits;
      }
    }
    return all;
  }
}
