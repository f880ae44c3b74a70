package io.ttalloc.agent.weave.transform;

import io.ttalloc.rules.clause.StatisticsClause.Statistics;
import org.jspecify.annotations.Nullable;

/** Collects the classes that give allocator statistics. */
public interface StatisticsSources {
  /** A class with a rule for statistics was loaded. Called inside class loading. */
  void add(@Nullable ClassLoader loader, String className, Statistics statistics);
}
