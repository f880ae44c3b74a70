package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.StatisticsSources;
import io.ttalloc.probe.rule.ProbeRules;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts tracking when the first class matches: without a match, neither a ledger nor a probe is
 * needed.
 */
public interface TrackingStart {
  /**
   * The objects that weaving needs once tracking has started.
   *
   * @param probeRules passes types and scopes to the probe
   * @param statistics receives the classes that provide allocator statistics
   * @param holders receives the loaded classes of holders whose contents the heap shows, each with
   *     the call that makes a holder release its contents, or null; perhaps more than once
   * @param notWoven receives the classes that rules name and that could not be woven, or not
   *     completely, or only after the application had continued: openings of such classes may go
   *     unseen. Null stands for an unknown class. Called during class loading, by several threads,
   *     and perhaps more than once for a class
   */
  record Started(
      ProbeRules probeRules,
      StatisticsSources statistics,
      BiConsumer<String, @Nullable String> holders,
      Consumer<@Nullable String> notWoven) {
    /** Creates an instance that ignores holders. */
    public Started(
        ProbeRules probeRules, StatisticsSources statistics, Consumer<@Nullable String> notWoven) {
      this(probeRules, statistics, (className, release) -> {}, notWoven);
    }
  }

  /**
   * Starts tracking; null if that failed, in which case the failure has been reported. Called at
   * most once.
   *
   * @param rules provides, at exit, the rules that no class has matched
   */
  @Nullable Started start(MatchedRules rules);

  /**
   * Begins to record, once tracking has started and the classes that were loaded before the
   * installation have been woven.
   */
  default void begin() {}

  /**
   * The classes that earlier processes have woven. Called once, before the first class is woven.
   */
  default CachedWeaving cache() {
    return CachedWeaving.NONE;
  }

  /** Whether tracking has ended for good, so that nothing more needs to be woven. */
  default boolean hasEnded() {
    return false;
  }

  /**
   * Records, while tracking is not running, that openings of a class that a rule names may go
   * unseen. If tracking never starts, it is unknown whether the run leaks.
   */
  default void missed() {}
}
