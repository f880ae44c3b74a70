package io.ttalloc.benchmarks.watching;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import io.ttalloc.benchmarks.process.TalkingChild;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the processor time and memory of {@code tt-alloc serve} while it watches many processes.
 */
final class ServeCost {
  private static final double PERCENT = 100;
  private static final double KILOBYTES_PER_MEGABYTE = 1024;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final int PATIENCE_SECONDS = 300;

  private final Path own;
  private final Path monitor;
  private final Path folder;

  /**
   * @param own the benchmarks' jar
   * @param folder the folder for ledgers and output
   */
  ServeCost(Path own, Path monitor, Path folder) {
    this.own = own;
    this.monitor = monitor;
    this.folder = folder;
  }

  /**
   * The extent of a measurement.
   *
   * @param windows the number of measured periods
   * @param seconds the duration of a period
   * @param secondsPerScrape the number of seconds between two requests for the metrics
   */
  record Size(SimulatedProcesses.Extent extent, int windows, int seconds, int secondsPerScrape) {
    int processes() {
      return extent.running() + extent.ended();
    }
  }

  /**
   * Measures one size.
   *
   * @param name the beginning of the names of the figures
   * @param what a description of the watched processes, for human readers
   */
  List<ProcessFigure> measure(String name, String what, Size size)
      throws IOException, InterruptedException {
    Path ledgers = Files.createDirectory(folder.resolve(name + "-simulated"));
    List<String> simulate =
        new ArrayList<>(
            List.of(
                "-cp",
                own + ":" + monitor,
                SimulatedProcesses.class.getName(),
                ledgers.toString()));
    simulate.addAll(size.extent.arguments());
    // These are the flags that ./tt-alloc uses.
    List<String> serve =
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xms16m",
            "-jar",
            monitor.toString(),
            "serve",
            "--port=0",
            "--socket=none",
            "--dir=" + ledgers);
    try (TalkingChild processes =
        TalkingChild.start(simulate, false, folder.resolve(name + "-simulated.err"))) {
      processes.await("ready");
      try (TalkingChild server = TalkingChild.start(serve, false, folder.resolve(name + ".err"))) {
        return measure(name, "`tt-alloc serve`, " + what, size, server);
      }
    }
  }

  private List<ProcessFigure> measure(String name, String what, Size size, TalkingChild server)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    URI metrics = URI.create(server.await("tt-alloc is listening on ")).resolve("/metrics");
    server.dropLines();
    awaitReports(size, metrics);
    double judged = (double) (System.nanoTime() - begin) / SECOND_NANOS;
    List<Double> shares = new ArrayList<>();
    double oldest = 0;
    for (int window = 0; window < size.windows; window++) {
      long start = System.nanoTime();
      Duration before = cpu(server);
      for (int second = 0; second < size.seconds; second += size.secondsPerScrape) {
        oldest = Math.max(oldest, oldestOutdated(get(metrics)));
        sleepUntil(start + (second + size.secondsPerScrape) * SECOND_NANOS);
      }
      double used = cpu(server).minus(before).toNanos();
      shares.add(PERCENT * used / (System.nanoTime() - start));
    }
    return List.of(
        new ProcessFigure(
            name + ".cpu", what + ": share of one core", Estimate.median(shares), "%"),
        one(name + ".memory", what + ": peak memory", peakMegabytes(server), "MB"),
        one(name + ".judged", what + ": until every ledger has a report", judged, "s"),
        one(name + ".age", what + ": oldest report that was out of date", oldest, "s"));
  }

  private static ProcessFigure one(String name, String what, double value, String unit) {
    return new ProcessFigure(name, what, new Estimate(value, 0, 1), unit);
  }

  /** The age, in seconds, of the oldest report that is outdated because its process has changed. */
  private static double oldestOutdated(String metrics) {
    Map<String, Double> made = values(metrics, "tt_alloc_report_timestamp_seconds{");
    double now = System.currentTimeMillis() / MILLIS_PER_SECOND;
    double oldest = 0;
    for (Map.Entry<String, Double> outdated :
        values(metrics, "tt_alloc_report_outdated{").entrySet()) {
      if (outdated.getValue() > 0) {
        oldest = Math.max(oldest, now - made.getOrDefault(outdated.getKey(), 0.0));
      }
    }
    return oldest;
  }

  /** The values of a metric by its labels. */
  private static Map<String, Double> values(String metrics, String beginning) {
    Map<String, Double> values = new HashMap<>();
    metrics
        .lines()
        .filter(line -> line.startsWith(beginning))
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              values.put(
                  line.substring(beginning.length(), end),
                  Double.parseDouble(line.substring(end + 1)));
            });
    return values;
  }

  /** Waits until every process has been judged once. */
  private static void awaitReports(Size size, URI metrics)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long judged = 0;
    while (judged < size.processes()) {
      judged = values(get(metrics), "tt_alloc_report_timestamp_seconds{").size();
      if (System.nanoTime() - begin > PATIENCE_SECONDS * SECOND_NANOS) {
        throw new IllegalStateException(
            judged
                + " of "
                + size.processes()
                + " processes were judged in "
                + PATIENCE_SECONDS
                + " s");
      }
      sleepUntil(System.nanoTime() + SECOND_NANOS);
    }
  }

  private static String get(URI uri) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(
          uri + " gave " + answer.statusCode() + ", expected 200: " + answer.body());
    }
    return answer.body();
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left).toMillis());
    }
  }

  private static Duration cpu(TalkingChild server) {
    return server.handle().info().totalCpuDuration().orElseThrow();
  }

  private static double peakMegabytes(TalkingChild server) throws IOException {
    Path status = Path.of("/proc/" + server.handle().pid() + "/status");
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / KILOBYTES_PER_MEGABYTE;
      }
    }
    throw new IllegalStateException(status + " has no line VmHWM, expected Linux");
  }
}
