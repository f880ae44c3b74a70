package io.ttalloc.serve.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.ttalloc.analysis.facts.Lifetime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds histograms of lifetimes, with a bucket for each power of ten from a microsecond to 10,000
 * seconds, and one for longer lifetimes. Not thread-safe.
 */
final class LifetimeSeries {
  private static final double NANOS = 1e9;
  private static final double[] BOUNDS = {
    1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1_000, 10_000, Double.POSITIVE_INFINITY
  };

  private final HistogramSnapshot.Builder builder = HistogramSnapshot.builder();
  private final Set<Labels> known = new HashSet<>();

  LifetimeSeries(String name, String help) {
    builder.name(name).help(help).unit(Unit.SECONDS);
  }

  /** Adds the lifetimes of one type; adds nothing if no resource was closed. */
  void add(Labels labels, List<Lifetime.Bucket> lifetimes) {
    if (lifetimes.isEmpty() || !known.add(labels)) {
      return;
    }
    long[] counts = new long[BOUNDS.length];
    double sum = 0;
    for (Lifetime.Bucket bucket : lifetimes) {
      double seconds = bucket.nanos() / NANOS;
      int at = 0;
      while (seconds > BOUNDS[at]) {
        at++;
      }
      counts[at] += bucket.count();
      sum += seconds * bucket.count();
    }
    builder.dataPoint(
        HistogramSnapshot.HistogramDataPointSnapshot.builder()
            .labels(labels)
            .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, counts))
            .sum(sum)
            .build());
  }

  boolean isEmpty() {
    return known.isEmpty();
  }

  MetricSnapshot build() {
    return builder.build();
  }
}
