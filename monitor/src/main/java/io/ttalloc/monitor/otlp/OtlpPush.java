package io.ttalloc.monitor.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.monitor.push.DeliveryLog;
import io.ttalloc.monitor.push.Destination;
import io.ttalloc.monitor.push.HostName;
import java.io.Closeable;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends all metrics at an interval, and once more at the end. Values are sums so far and what is
 * open now, so that one that does not arrive is not missed: nothing is kept for later. Thread-safe.
 */
public final class OtlpPush implements Closeable {
  /** Within which the exporter sends, and sends again what may be sent again. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Duration TO_END = Duration.ofSeconds(2);
  private static final int THREADS = 2;

  /** The exporter logs each failure itself; kept here because loggers are held weakly. */
  private static final Logger EXPORTERS_OWN = Logger.getLogger("io.opentelemetry");

  private final Supplier<MetricSnapshots> metrics;
  private final Duration interval;
  private final Resource resource;
  private final OtlpHttpMetricExporter exporter;
  private final DeliveryLog log;
  private final ExecutorService senders;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private OtlpPush(
      Destination to, Duration interval, Supplier<MetricSnapshots> metrics, Consumer<String> out) {
    this.metrics = metrics;
    this.interval = interval;
    this.resource = resource();
    this.senders = Executors.newFixedThreadPool(THREADS, daemons("tt-alloc-otlp-http"));
    this.exporter = exporter(to, senders);
    this.log =
        new DeliveryLog(
            "metrics to " + to.url().shown(),
            "they are sent every " + interval.toMillis() / 1e3 + " s",
            out);
    this.thread = daemons("tt-alloc-otlp").newThread(this::send);
  }

  /**
   * Starts to send, at once for the first time.
   *
   * @param metrics what to send; called on another thread
   * @param out gets a line when sending begins to fail or works again; called on another thread
   */
  public static OtlpPush start(
      Destination to, Duration interval, Supplier<MetricSnapshots> metrics, Consumer<String> out) {
    EXPORTERS_OWN.setLevel(Level.OFF);
    OtlpPush push = new OtlpPush(to, interval, metrics, out);
    push.thread.start();
    return push;
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static OtlpHttpMetricExporter exporter(Destination to, ExecutorService senders) {
    OtlpHttpMetricExporterBuilder builder =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(to.url().target().toString())
            .setTimeout(TIMEOUT)
            .setConnectTimeout(TIMEOUT)
            .setCompression("gzip")
            .setMeterProvider(MeterProvider.noop())
            .setExecutorService(senders);
    to.headers().forEach(builder::addHeader);
    return builder.build();
  }

  /** The names are those of the semantic conventions. */
  private static Resource resource() {
    String version = OtlpPush.class.getPackage().getImplementationVersion();
    return Resource.create(
        Attributes.builder()
            .put("service.name", "tt-alloc")
            .put("service.version", Objects.requireNonNullElse(version, "unknown"))
            .put("host.name", HostName.ofThisMachine())
            .build());
  }

  private void send() {
    try {
      do {
        sendOnce(TIMEOUT);
      } while (!closing.await(interval.toNanos(), TimeUnit.NANOSECONDS));
      sendOnce(TO_END);
    } catch (InterruptedException e) {
      // Closed while it waited.
    }
  }

  private void sendOnce(Duration patience) {
    try {
      sendAll(patience);
    } catch (RuntimeException e) {
      log.failed(e.getClass().getSimpleName() + ": " + e.getMessage()); // and the next may work
    }
  }

  private void sendAll(Duration patience) {
    Instant now = Instant.now();
    long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    for (List<MetricData> request : OtlpMetrics.of(metrics.get(), resource, nanos)) {
      CompletableResultCode result = exporter.export(request);
      result.join(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (Thread.currentThread().isInterrupted()) {
        return; // closed, and nobody knows whether it arrived
      }
      if (!result.isSuccess()) {
        log.failed(reason(result, patience));
        return;
      }
    }
    log.worked();
  }

  private static String reason(CompletableResultCode result, Duration patience) {
    @Nullable Throwable why = result.getFailureThrowable();
    if (why == null) {
      return "no answer within " + patience.toSeconds() + " s";
    }
    if (why instanceof HttpExportException refusal) {
      @Nullable HttpResponse answer = refusal.getResponse();
      if (answer != null) {
        return "answered with status " + answer.getStatusCode();
      }
    }
    Throwable cause = Objects.requireNonNullElse(why.getCause(), why);
    return cause instanceof ConnectException
        ? "nobody listens there, or the host is not known"
        : cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  /** Sends one last time, for two seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(TO_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
    exporter.shutdown();
    senders.shutdownNow();
  }
}
