package io.ttalloc.ledger.record;

import io.ttalloc.ledger.TypePolicies;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of resource: its name in the rule and the class that was opened.
 *
 * @param holder whether it holds others (a cache, a pool) and is never a leak itself
 * @param owner whether it may own others: its rule has a scope
 * @param hasBytes whether its rule reads its size
 * @param keyed whether such resources are numbers, not objects: nothing shows whether the program
 *     can still reach one
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
   * Creates a type of objects without a known releasing call, whose rule has no policy and no
   * limit.
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
   * Whether its record is missing: the process was killed before it was written, or the file is
   * damaged. Nothing is known of such a resource but that it was open.
   */
  public boolean isLost() {
    return className.equals(LOST);
  }

  /**
   * How such a resource is closed, and which closes may not be seen.
   *
   * @param release the call that closes it or, for a holder, makes it release what it holds: on the
   *     object itself ({@code clear()}) or on its owner ({@code
   *     owner.disableAndClearProgramCache()}); null if the rule specifies none
   * @param freesOwned whether closing it closes what it owns
   * @param mayBeUnseen whether closes of it may not be seen, because some or all of the close
   *     methods that its rule names are not woven
   * @param unseen which closes of it are not seen, or which close methods its rule names that do
   *     not exist; null if there is no known problem
   * @param notAutoCloseable whether it cannot be used in a try-with-resources statement
   */
  public record Closing(
      @Nullable String release,
      boolean freesOwned,
      boolean mayBeUnseen,
      @Nullable String unseen,
      boolean notAutoCloseable) {}

  /**
   * What the rule says about limits and verdicts.
   *
   * @param limitNanos how long such a resource may be open, in nanoseconds; 0 = no limit
   * @param words {@code leak}, {@code warning} or {@code ignore}, by the names of verdicts
   */
  public record Policy(long limitNanos, Map<String, String> words) {
    public static final Policy NONE = new Policy(0, Map.of());

    public Policy {
      words = Map.copyOf(words);
    }

    /** The word for a verdict; null if the rule has none. */
    public @Nullable String wordFor(String verdict) {
      return words.get(verdict);
    }

    /** Whether a program needs only one such resource, so that one is no leak. */
    public boolean allowsOne() {
      return words.containsValue(TypePolicies.SEVERAL);
    }
  }
}
