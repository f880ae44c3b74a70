package io.ttalloc.monitor.otlp;

import static io.opentelemetry.sdk.metrics.data.MetricDataType.DOUBLE_GAUGE;
import static io.opentelemetry.sdk.metrics.data.MetricDataType.DOUBLE_SUM;
import static io.opentelemetry.sdk.metrics.data.MetricDataType.HISTOGRAM;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of Prometheus as those of OpenTelemetry, by the rules of <a
 * href="https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/">OpenTelemetry
 * for both</a>: a counter is a monotonic sum without the suffix, what is known of a process is a
 * sum that is 1. Not thread-safe.
 */
final class OtlpMetrics {
  private static final AggregationTemporality SO_FAR = AggregationTemporality.CUMULATIVE;
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("io.ttalloc.monitor");
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** When a process started, which is when its counters were zero. */
  private static final String STARTED = "started";

  /** Units of Prometheus in the Unified Code for Units of Measure. */
  private static final Map<Unit, String> UNITS = Map.of(Unit.BYTES, "By", Unit.SECONDS, "s");

  /** A receiver takes 20 MiB if it is not told otherwise; a point has about 200 bytes. */
  static final int MOST_POINTS = 10_000;

  private final Resource resource;
  private final long atNanos;
  private final List<MetricData> all = new ArrayList<>();

  private OtlpMetrics(Resource resource, long atNanos) {
    this.resource = resource;
    this.atNanos = atNanos;
  }

  /** A metric with its points. */
  private record Metric(
      Resource getResource,
      InstrumentationScopeInfo getInstrumentationScopeInfo,
      String getName,
      String getDescription,
      String getUnit,
      MetricDataType getType,
      Data<?> getData)
      implements MetricData {}

  /**
   * All metrics, in requests of a size that every receiver takes.
   *
   * @param atNanos the time of all values, since the epoch
   */
  static List<List<MetricData>> of(MetricSnapshots snapshots, Resource resource, long atNanos) {
    OtlpMetrics metrics = new OtlpMetrics(resource, atNanos);
    snapshots.forEach(metrics::add);
    List<List<MetricData>> requests = new ArrayList<>();
    int points = MOST_POINTS;
    for (MetricData metric : metrics.all) {
      points += metric.getData().getPoints().size();
      if (points > MOST_POINTS) {
        requests.add(new ArrayList<>());
        points = metric.getData().getPoints().size();
      }
      requests.get(requests.size() - 1).add(metric);
    }
    return requests;
  }

  private void add(MetricSnapshot snapshot) {
    MetricMetadata about = snapshot.getMetadata();
    String name = about.getPrometheusName();
    if (snapshot instanceof CounterSnapshot counter) {
      List<DoublePointData> points = new ArrayList<>();
      counter.getDataPoints().forEach(p -> points.add(point(p.getLabels(), p.getValue())));
      add(about, name, DOUBLE_SUM, points, p -> SumData.createDoubleSumData(true, SO_FAR, p));
    } else if (snapshot instanceof GaugeSnapshot gauge) {
      List<DoublePointData> points = new ArrayList<>();
      gauge.getDataPoints().forEach(p -> points.add(point(p.getLabels(), p.getValue())));
      add(about, name, DOUBLE_GAUGE, points, GaugeData::createDoubleGaugeData);
    } else if (snapshot instanceof HistogramSnapshot histogram) {
      List<HistogramPointData> points = new ArrayList<>();
      histogram.getDataPoints().forEach(p -> points.add(point(p)));
      add(about, name, HISTOGRAM, points, p -> HistogramData.create(SO_FAR, p));
    } else if (snapshot instanceof InfoSnapshot info) {
      List<DoublePointData> points = new ArrayList<>();
      info.getDataPoints().forEach(p -> points.add(point(p.getLabels(), 1)));
      String named = name + "_info";
      add(about, named, DOUBLE_SUM, points, p -> SumData.createDoubleSumData(false, SO_FAR, p));
    } else {
      throw new IllegalArgumentException("no metric has the type " + snapshot.getClass());
    }
  }

  private <P> void add(
      MetricMetadata about,
      String name,
      MetricDataType type,
      List<P> points,
      Function<List<P>, Data<?>> data) {
    Unit unit = about.getUnit();
    String help = Objects.requireNonNullElse(about.getHelp(), "");
    String written = unit == null ? "1" : UNITS.getOrDefault(unit, unit.toString());
    for (int from = 0; from < points.size(); from += MOST_POINTS) {
      List<P> part = points.subList(from, Math.min(points.size(), from + MOST_POINTS));
      all.add(new Metric(resource, SCOPE, name, help, written, type, data.apply(part)));
    }
  }

  private HistogramPointData point(HistogramSnapshot.HistogramDataPointSnapshot point) {
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    List<Double> bounds = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      if (i < buckets.size() - 1) {
        bounds.add(buckets.getUpperBound(i)); // the last one is infinite, and not written
      }
      counts.add(buckets.getCount(i));
    }
    return HistogramPointData.create(
        startNanos(point.getLabels()),
        atNanos,
        attributes(point.getLabels()),
        point.getSum(),
        false,
        0,
        false,
        0,
        bounds,
        counts);
  }

  private DoublePointData point(Labels labels, double value) {
    return DoublePointData.create(
        startNanos(labels), atNanos, attributes(labels), value, List.of());
  }

  /** Zero, which is unknown, for what belongs to no process with a ledger. */
  private static long startNanos(Labels labels) {
    @Nullable String started = labels.get(STARTED);
    return started == null ? 0 : Long.parseLong(started) * NANOS_PER_MILLI;
  }

  private static Attributes attributes(Labels labels) {
    AttributesBuilder attributes = Attributes.builder();
    for (int i = 0; i < labels.size(); i++) {
      attributes.put(labels.getName(i), labels.getValue(i));
    }
    return attributes.build();
  }
}
