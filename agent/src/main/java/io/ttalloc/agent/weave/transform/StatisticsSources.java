package io.ttalloc.agent.weave.transform;

import io.ttalloc.rules.clause.StatisticsClause.Statistics;
import org.jspecify.annotations.Nullable;

/** Collects the classes that provide allocator statistics. */
public interface StatisticsSources {
  /** Adds a loaded class that has a rule for statistics. Called during class loading. */
  void add(@Nullable ClassLoader loader, String className, Statistics statistics);
}
