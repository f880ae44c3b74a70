package io.ttalloc.ledger;

/**
 * The policies of a rule, stored as bits of its type's flags. A policy determines how findings with
 * a given verdict are treated. Each of the {@link #VERDICTS} has two bits, in the order of the
 * list, starting at {@link #SHIFT}. The bits are 0 if the rule has no policy for the verdict,
 * otherwise the position of the policy in {@link #WORDS}, counted from 1.
 *
 * <p>The code that reads rules must work even where the classes of the ledger cannot be loaded. It
 * therefore uses only the constants of this class, which the compiler inlines.
 */
public final class TypePolicies {
  /** The verdicts for which a rule may have a policy, separated by spaces. */
  public static final String VERDICTS =
      "RECLAIMED DANGLING DOUBLE_OPEN LOST INFRASTRUCTURE ORPHANED CACHED IN_USE LEFT_OPEN";

  /**
   * The policies, separated by spaces. They declare findings with the verdict to be leaks, worth a
   * look, or expected, respectively.
   */
  public static final String WORDS = "leak warning ignore";

  /**
   * The policy by which findings are leaks if one line of code opened several of the resources, and
   * expected if it opened only one. Allowed only for the verdicts in {@link #OF_SEVERAL}. Each of
   * these verdicts has a flag of its own: {@link RecordLayout#TYPE_LEAK_IF_SEVERAL} or one of the
   * two flags after it.
   */
  public static final String SEVERAL = "several";

  /** The verdicts that may have the policy {@link #SEVERAL}, separated by spaces. */
  public static final String OF_SEVERAL = "LEFT_OPEN RECLAIMED LOST";

  /**
   * The number of the lowest bit of the policies. The flags below it are defined in {@link
   * RecordLayout}.
   */
  public static final int SHIFT = 8;

  /** The number of bits for each verdict. */
  public static final int BITS = 2;

  /** The bits of one verdict, before they are shifted. */
  public static final int MASK = (1 << BITS) - 1;

  private static final int LOST = SHIFT + 3 * BITS;
  private static final int INFRASTRUCTURE = SHIFT + 4 * BITS;
  private static final int LEFT_OPEN = SHIFT + 8 * BITS;
  private static final int WARNING = 2;

  private TypePolicies() {}

  /**
   * Whether the type flags contain a policy for {@code INFRASTRUCTURE}: resources that the system
   * keeps for itself.
   */
  public static boolean hasOneForInfrastructure(int flags) {
    return (flags >>> INFRASTRUCTURE & MASK) != 0;
  }

  /**
   * True if a resource with these type flags is not a leak at exit, whether it was lost or left
   * open.
   */
  public static boolean isNoLeakAtExit(int flags) {
    return (flags >>> LOST & MASK) >= WARNING && (flags >>> LEFT_OPEN & MASK) >= WARNING;
  }
}
