package io.ttalloc.serve.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one counter or gauge by their labels. Not thread-safe. */
public final class Series {
  private final String name;
  private final String help;
  private final @Nullable Unit unit;
  private final boolean counter;
  private final Map<Labels, Double> values = new LinkedHashMap<>();

  /**
   * Creates a series without values.
   *
   * @param counter whether the series is a counter rather than a gauge
   */
  public Series(String name, String help, @Nullable Unit unit, boolean counter) {
    this.name = name;
    this.help = help;
    this.unit = unit;
    this.counter = counter;
  }

  /**
   * Adds a count. Counts with equal labels, which may have become equal by escaping, are added up.
   */
  public void add(Labels labels, long count) {
    // Metrics are doubles, so above 9e15 the last digits are lost.
    values.merge(labels, (double) count, Double::sum);
  }

  /** Sets a value that is not a count, such as a time in seconds since the epoch. */
  void set(Labels labels, double value) {
    values.put(labels, value);
  }

  /** Whether this series has no value. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns the current values. */
  public MetricSnapshot build() {
    if (counter) {
      CounterSnapshot.Builder builder = CounterSnapshot.builder().name(name).help(help);
      values.forEach(
          (labels, value) ->
              builder.dataPoint(
                  CounterSnapshot.CounterDataPointSnapshot.builder()
                      .labels(labels)
                      .value(value)
                      .build()));
      return builder.build();
    }
    GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(name).help(help);
    if (unit != null) {
      builder.unit(unit);
    }
    values.forEach(
        (labels, value) ->
            builder.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(labels)
                    .value(value)
                    .build()));
    return builder.build();
  }
}
