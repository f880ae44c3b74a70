package io.ttalloc.ledger.record;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of resource: the rule's name for it and the class that was opened.
 *
 * @param holder whether it holds others (a cache, a pool) and is never a leak itself
 * @param owner whether it may own others: its rule has a scope
 * @param hasBytes whether its rule gives it a size
 * @param freesOwned whether closing it closes what it owns
 * @param closesUnseen whether a close of it may go unseen, because not all methods that its rule
 *     names as closing it are woven, or none is
 * @param release the call that closes it or, for a holder, makes it release what it holds: on the
 *     object itself ({@code clear()}) or on its owner ({@code
 *     owner.disableAndClearProgramCache()}); null if the rule does not say
 * @param unseenCloses which closes of it go unseen, or what its rule names as closing it and is not
 *     there; null if nothing is known to be wrong
 * @param limitNanos how long one may be open, in nanoseconds; 0 = for any time
 * @param policies what the rule says of verdicts, by their names: {@code leak}, {@code warning} or
 *     {@code ignore}
 * @param keyed whether such resources are numbers, not objects: nothing tells whether one is
 *     reachable
 * @param notAutoCloseable whether no try-with-resources statement takes one
 */
public record TypeEntry(
    String name,
    String className,
    boolean holder,
    boolean owner,
    boolean hasBytes,
    boolean freesOwned,
    boolean closesUnseen,
    @Nullable String release,
    @Nullable String unseenCloses,
    long limitNanos,
    Map<String, String> policies,
    boolean keyed,
    boolean notAutoCloseable) {
  public TypeEntry {
    policies = Map.copyOf(policies);
  }

  /** A type whose rule has no policy and no limit. */
  public TypeEntry(
      String name,
      String className,
      boolean holder,
      boolean owner,
      boolean hasBytes,
      boolean freesOwned,
      boolean closesUnseen,
      @Nullable String release,
      @Nullable String unseenCloses) {
    this(
        name,
        className,
        holder,
        owner,
        hasBytes,
        freesOwned,
        closesUnseen,
        release,
        unseenCloses,
        0,
        Map.of(),
        false,
        false);
  }

  /** A type without a known releasing call. */
  public TypeEntry(
      String name,
      String className,
      boolean holder,
      boolean owner,
      boolean hasBytes,
      boolean freesOwned) {
    this(name, className, holder, owner, hasBytes, freesOwned, false, null, null);
  }
}
