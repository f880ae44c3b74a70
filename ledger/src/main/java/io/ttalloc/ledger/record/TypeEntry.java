package io.ttalloc.ledger.record;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of resource: the rule's name for it and the class that was opened.
 *
 * @param holder whether it holds others (a cache, a pool) and is never a leak itself
 * @param owner whether it may own others: its rule has a scope
 * @param hasBytes whether its rule gives it a size
 * @param keyed whether such resources are numbers, not objects: nothing shows whether one is
 *     reachable
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

  /** A type of objects without a known releasing call, whose rule has no policy and no limit. */
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
   * What closes such a resource, and what is known of closes that go unseen.
   *
   * @param release the call that closes it or, for a holder, makes it release what it holds: on the
   *     object itself ({@code clear()}) or on its owner ({@code
   *     owner.disableAndClearProgramCache()}); null if the rule does not say
   * @param freesOwned whether closing it closes what it owns
   * @param mayBeUnseen whether a close of it may go unseen, because not all methods that its rule
   *     names as closing it are woven, or none is
   * @param unseen which closes of it go unseen, or what its rule names as closing it and is not
   *     there; null if nothing is known to be wrong
   * @param notAutoCloseable whether no try-with-resources statement takes one
   */
  public record Closing(
      @Nullable String release,
      boolean freesOwned,
      boolean mayBeUnseen,
      @Nullable String unseen,
      boolean notAutoCloseable) {}

  /**
   * What the rule says of verdicts.
   *
   * @param limitNanos how long one may be open, in nanoseconds; 0 = for any time
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
  }
}
