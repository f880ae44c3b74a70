package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.match.HolderClasses;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.StatisticsSources;
import io.ttalloc.probe.rule.ProbeRules;
import org.jspecify.annotations.Nullable;

/**
 * Starts tracking when the first class matches: without a match there is no need for a ledger and a
 * probe.
 */
public interface TrackingStart {
  /**
   * What weaving needs once tracking has started.
   *
   * @param probeRules where the probe learns of types and scopes
   * @param statistics gets the classes that give allocator statistics
   * @param holders gets the classes of holders whose contents the heap shows
   * @param notWoven is notified of classes that rules name and that could not be woven
   */
  record Started(
      ProbeRules probeRules,
      StatisticsSources statistics,
      HolderClasses holders,
      NotWoven notWoven) {
    /** Without holders. */
    public Started(ProbeRules probeRules, StatisticsSources statistics, NotWoven notWoven) {
      this(probeRules, statistics, HolderClasses.IGNORED, notWoven);
    }
  }

  /** Notes that openings of classes that rules name may go unseen. */
  interface NotWoven {
    /**
     * A class could not be woven, or not all of it, or only after the application had gone on. May
     * be called inside class loading, by several threads, and more than once for a class.
     *
     * @param className null if it is unknown which
     */
    void note(@Nullable String className);
  }

  /**
   * Starts it; null if that failed, which has been reported then. Called at most once.
   *
   * @param rules asked at exit
   */
  @Nullable Started start(MatchedRules rules);

  /**
   * Begins to record, once the classes that were loaded before are woven, and tracking has started.
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
   * Notes, while tracking is not running, that openings of a class that a rule names may go unseen.
   * If tracking never starts, it is unknown whether the run leaks.
   */
  default void missed() {}
}
