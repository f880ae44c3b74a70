package io.ttalloc.agent.weave;

import io.ttalloc.probe.ProbeRules;
import org.jspecify.annotations.Nullable;

/**
 * Starts tracking. Called at most once, when the first class matches: a process in which nothing
 * does pays for no ledger and no probe.
 */
public interface TrackingStart {
  /**
   * What weaving needs of tracking that has started.
   *
   * @param probeRules where the probe learns of types and scopes
   * @param statistics is told which classes give allocators' numbers
   * @param notWoven is run when a class that a rule names could not be woven
   */
  record Started(ProbeRules probeRules, StatisticsSources statistics, Runnable notWoven) {}

  /**
   * Starts it; null if it cannot be started, which has been said then.
   *
   * @param rules asked at the end
   */
  @Nullable Started start(MatchedRules rules);
}
