package io.ttalloc.ledger.record;

import io.ttalloc.ledger.TypePolicies;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of resource: its name in the rule and the class that was opened.
 *
 * @param holder whether it holds other resources, as a cache or a pool does, and is never a leak
 *     itself
 * @param owner whether it may own other resources, because its rule has a scope
 * @param hasBytes whether its rule reads the size of its resources
 * @param keyed whether its resources are numbers, not objects: nothing shows whether the program
 *     can still reach such a number
 */
public record TypeEntry(
    String name,
    String className,
    boolean holder,
    boolean owner,
    boolean hasBytes,
    boolean keyed,
    Closing closing,
    Policy policy) {
  private static final String LOST = "?";

  /**
   * Creates an entry for a type whose resources are objects, with no known releasing call, policy
   * or limit.
   */
  public TypeEntry(
      String name,
      String className,
      boolean holder,
      boolean owner,
      boolean hasBytes,
      boolean freesOwned) {
    this(
        name,
        className,
        holder,
        owner,
        hasBytes,
        false,
        new Closing(null, freesOwned, false, null, false),
        Policy.NONE);
  }

  /**
   * Whether the record of this type is missing: the process was killed before the record was
   * written, or the file is damaged. All that is known about a resource of this type is that it was
   * open.
   */
  public boolean isLost() {
    return className.equals(LOST);
  }

  /**
   * Describes how a resource of a type is closed, and which of its closes may go unseen.
   *
   * @param release the call that closes the resource or, for a holder, releases its contents: on
   *     the object itself ({@code clear()}) or on its owner ({@code
   *     owner.disableAndClearProgramCache()}); null if the rule specifies none
   * @param freesOwned whether closing the resource also closes the resources that it owns
   * @param mayBeUnseen whether closes of the resource may go unseen, because some or all of the
   *     close methods that its rule names are not woven
   * @param unseen a description of the closes that go unseen, or of the close methods that the rule
   *     names but that do not exist; null if there is no known problem
   * @param notAutoCloseable whether the resource cannot be used in a try-with-resources statement
   */
  public record Closing(
      @Nullable String release,
      boolean freesOwned,
      boolean mayBeUnseen,
      @Nullable String unseen,
      boolean notAutoCloseable) {}

  /**
   * The limit and the policies of the rule.
   *
   * @param limitNanos the time for which a resource of the type may stay open, in nanoseconds; 0 =
   *     no limit
   * @param words {@code leak}, {@code warning}, {@code ignore} or {@code several} for each verdict
   *     with a policy, by the verdict's name
   */
  public record Policy(long limitNanos, Map<String, String> words) {
    public static final Policy NONE = new Policy(0, Map.of());

    public Policy {
      words = Map.copyOf(words);
    }

    /** The policy for a verdict; null if the rule has none. */
    public @Nullable String wordFor(String verdict) {
      return words.get(verdict);
    }

    /** Whether one open resource of this type is not a leak, because a program needs one. */
    public boolean allowsOne() {
      return words.containsValue(TypePolicies.SEVERAL);
    }
  }
}
