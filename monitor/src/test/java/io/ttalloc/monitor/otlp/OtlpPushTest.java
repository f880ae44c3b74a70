package io.ttalloc.monitor.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.monitor.ledgers.SampleLedger;
import io.ttalloc.monitor.live.MachineWatch;
import io.ttalloc.monitor.metrics.MachineMetrics;
import io.ttalloc.monitor.natives.NativeState;
import io.ttalloc.monitor.push.Destination;
import io.ttalloc.monitor.push.PushUrl;
import io.ttalloc.monitor.socket.accounting.AllocationSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OtlpPushTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final Duration OFTEN = Duration.ofMillis(10);
  private static final Duration SELDOM = Duration.ofHours(1);

  @TempDir private Path folder;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private @Nullable OtlpReceiver opened;
  private OtlpPush push;

  /** Closed after the push, which sends once more when it is closed. */
  private OtlpReceiver receiver(int port) throws IOException {
    OtlpReceiver receiver = new OtlpReceiver(port);
    opened = receiver;
    return receiver;
  }

  private void start(String url, Duration interval, MetricSnapshots metrics) {
    Destination to = new Destination(PushUrl.of(url), Map.of("Authorization", "Bearer token"));
    push = OtlpPush.start(to, interval, () -> metrics, lines::add);
  }

  @AfterEach
  void stop() {
    push.close();
    if (opened != null) {
      opened.close();
    }
  }

  /** Resources on devices, in no place, closed ones with their lifetimes, and an odd name. */
  private MetricSnapshots metrics() throws IOException {
    SampleLedger.of(folder, 7, NOON, "app.Main")
        .open("file", 1)
        .openOn(3, "DRAM", "buffer", 36)
        .closed("file", 5_000_000)
        .closed("file", 5_000_000_000L)
        .ended(9);
    SampleLedger.of(folder, 8, NOON, "evil\"\n}").open("ty\u202epe\"\\", 1).killed();
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      return MachineMetrics.of(
          watch.judged(), new AllocationSnapshot(List.of(), 0, 0), NativeState.NONE);
    }
  }

  @Test
  void theNumbersAreThoseOfTheTextFormat() throws Exception {
    MetricSnapshots metrics = metrics();
    OtlpReceiver receiver = receiver(0);
    start(receiver.url(), SELDOM, metrics);
    ExportMetricsServiceRequest request = receiver.next();

    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, metrics);
    Map<String, Double> expected = new TreeMap<>();
    text.toString(UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int blank = line.lastIndexOf(' ');
              expected.put(line.substring(0, blank), number(line.substring(blank + 1)));
            });
    assertThat(expected)
        .containsKey("tt_alloc_lifetime_seconds_bucket" + labels("le", "0.01"))
        .hasSizeGreaterThan(40);
    assertThat(asText(request)).isEqualTo(expected);
    assertThat(receiver.headers).contains("POST application/x-protobuf Bearer token");
    assertThat(lines).isEmpty();
  }

  private static String labels(String name, String value) {
    return "{pid=\"7\",started=\""
        + NOON.toEpochMilli()
        + "\",type=\"file\","
        + name
        + "=\""
        + value
        + "\"}";
  }

  private static double number(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /** What a server of Prometheus makes of it. */
  private static Map<String, Double> asText(ExportMetricsServiceRequest request) {
    Map<String, Double> series = new TreeMap<>();
    for (Metric metric : metrics(request)) {
      String name = metric.getName();
      if (metric.hasSum()) {
        String total = metric.getSum().getIsMonotonic() ? "_total" : "";
        metric.getSum().getDataPointsList().forEach(p -> add(series, name + total, p));
      } else if (metric.hasGauge()) {
        metric.getGauge().getDataPointsList().forEach(p -> add(series, name, p));
      } else {
        metric.getHistogram().getDataPointsList().forEach(p -> add(series, name, p));
      }
    }
    return series;
  }

  private static void add(Map<String, Double> series, String name, NumberDataPoint point) {
    series.put(name + labels(point.getAttributesList(), ""), point.getAsDouble());
  }

  private static void add(Map<String, Double> series, String name, HistogramDataPoint point) {
    long sum = 0;
    for (int i = 0; i < point.getBucketCountsCount(); i++) {
      sum += point.getBucketCounts(i);
      boolean last = i == point.getExplicitBoundsCount();
      String bound = last ? "+Inf" : Double.toString(point.getExplicitBounds(i));
      series.put(
          name + "_bucket" + labels(point.getAttributesList(), "le=\"" + bound + "\""),
          (double) sum);
    }
    series.put(name + "_count" + labels(point.getAttributesList(), ""), (double) point.getCount());
    series.put(name + "_sum" + labels(point.getAttributesList(), ""), point.getSum());
  }

  private static String labels(List<KeyValue> attributes, String more) {
    Map<String, String> sorted = new TreeMap<>();
    attributes.forEach(a -> sorted.put(a.getKey(), a.getValue().getStringValue()));
    List<String> all = new ArrayList<>();
    sorted.forEach(
        (name, value) ->
            all.add(name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\""));
    if (!more.isEmpty()) {
      all.add(more);
    }
    return "{" + String.join(",", all) + "}";
  }

  private static List<Metric> metrics(ExportMetricsServiceRequest request) {
    return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
  }

  @Test
  void saysWhoSendsAndSinceWhenItCounts() throws Exception {
    OtlpReceiver receiver = receiver(0);
    start(receiver.url(), SELDOM, metrics());
    ExportMetricsServiceRequest request = receiver.next();

    assertThat(request.getResourceMetricsCount()).isOne();
    ResourceMetrics all = request.getResourceMetrics(0);
    Map<String, String> resource =
        all.getResource().getAttributesList().stream()
            .collect(Collectors.toMap(KeyValue::getKey, a -> a.getValue().getStringValue()));
    assertThat(resource)
        .containsEntry("service.name", "tt-alloc")
        .containsKeys("service.version", "host.name");
    Metric opened =
        metrics(request).stream()
            .filter(metric -> metric.getName().equals("tt_alloc_opened"))
            .findFirst()
            .orElseThrow();
    assertThat(opened.getSum().getIsMonotonic()).isTrue();
    assertThat(opened.getSum().getDataPoints(0).getStartTimeUnixNano())
        .isEqualTo(NOON.toEpochMilli() * 1_000_000);
    assertThat(metrics(request))
        .filteredOn(metric -> metric.getName().equals("tt_alloc_live_bytes"))
        .singleElement()
        .matches(metric -> metric.getUnit().equals("By"));
  }

  @Test
  void aReceiverThatIsDownIsToldOfOnceAndAgainWhenItIsBack() throws Exception {
    int port;
    try (OtlpReceiver gone = new OtlpReceiver(0)) {
      port = gone.port();
    }
    start("http://127.0.0.1:" + port + "/v1/metrics?key=secret", OFTEN, metrics());
    assertThat(lines.take())
        .startsWith("metrics to http://127.0.0.1:" + port + " fail: nobody listens there, ")
        .endsWith("; they are sent every 0.01 s")
        .doesNotContain("secret");
    OtlpReceiver receiver = receiver(port);
    receiver.next();
    assertThat(lines.take()).endsWith(" arrive again");
    receiver.next();
    push.close();
    assertThat(lines).isEmpty();
  }

  @Test
  void aRedirectIsAFailure() throws Exception {
    OtlpReceiver receiver = receiver(0).answering(307);
    start(receiver.url(), OFTEN, metrics());
    assertThat(lines.take()).contains(" fail: answered with status 307; ");
    assertThat(lines.take()).endsWith(" arrive again");
    receiver.next();
  }

  @Test
  void sendsOnceMoreAtTheEnd() throws Exception {
    OtlpReceiver receiver = receiver(0);
    start(receiver.url(), SELDOM, metrics());
    receiver.next();
    push.close();
    receiver.next();
  }

  @Test
  void manySeriesAreSeveralRequests() throws Exception {
    GaugeSnapshot.Builder many = GaugeSnapshot.builder().name("many");
    for (int i = 0; i < 2 * OtlpMetrics.MOST_POINTS + 1; i++) {
      many.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(Labels.of("i", "" + i))
              .value(i)
              .build());
    }
    OtlpReceiver receiver = receiver(0);
    start(receiver.url(), SELDOM, new MetricSnapshots(many.build()));
    Map<String, Double> series = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Double> part = asText(receiver.next());
      assertThat(part).hasSizeLessThanOrEqualTo(OtlpMetrics.MOST_POINTS);
      series.putAll(part);
    }
    assertThat(series).hasSize(2 * OtlpMetrics.MOST_POINTS + 1);
  }
}
