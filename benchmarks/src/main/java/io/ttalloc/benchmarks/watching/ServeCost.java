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
import java.util.List;
import java.util.Locale;

/** The processor time and memory of {@code tt-alloc serve} while it watches many processes. */
final class ServeCost {
  private static final double PERCENT = 100;
  private static final double KILOBYTES_PER_MEGABYTE = 1024;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int STACKS = 200;
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
   * @param resources the number of open resources in each process
   * @param windows the number of measured periods
   * @param seconds the duration of a period, in which the metrics are requested once a second
   */
  record Size(int processes, int resources, int windows, int seconds) {}

  List<ProcessFigure> measure(Size size) throws IOException, InterruptedException {
    Path ledgers = Files.createDirectory(folder.resolve("simulated"));
    List<String> simulate =
        List.of(
            "-cp",
            own + ":" + monitor,
            SimulatedProcesses.class.getName(),
            ledgers.toString(),
            Integer.toString(size.processes),
            Integer.toString(size.resources),
            Integer.toString(STACKS));
    // Like ./tt-alloc starts it.
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
        TalkingChild.start(simulate, false, folder.resolve("simulated.err"))) {
      processes.await("ready");
      try (TalkingChild server = TalkingChild.start(serve, false, folder.resolve("serve.err"))) {
        return measure(size, server);
      }
    }
  }

  private List<ProcessFigure> measure(Size size, TalkingChild server)
      throws IOException, InterruptedException {
    URI metrics = URI.create(server.await("tt-alloc serves ")).resolve("/metrics");
    awaitReports(size, metrics);
    List<Double> shares = new ArrayList<>();
    for (int window = 0; window < size.windows; window++) {
      long start = System.nanoTime();
      Duration before = cpu(server);
      for (int second = 1; second <= size.seconds; second++) {
        get(metrics);
        sleepUntil(start + second * SECOND_NANOS);
      }
      double used = cpu(server).minus(before).toNanos();
      shares.add(PERCENT * used / (System.nanoTime() - start));
    }
    String what =
        String.format(
            Locale.ROOT,
            "`tt-alloc serve`, %d ledgers that change with %,d live each, asked once a second",
            size.processes,
            size.resources);
    List<Double> memory = List.of(peakMegabytes(server));
    return List.of(
        new ProcessFigure("serve.cpu", what + ": of one core", Estimate.median(shares), "%"),
        new ProcessFigure("serve.memory", what + ": peak memory", Estimate.median(memory), "MB"));
  }

  /** Waits until every process has been judged once. */
  private static void awaitReports(Size size, URI metrics)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long judged = 0;
    while (judged < size.processes) {
      judged = count(get(metrics), "tt_alloc_report_timestamp_seconds{");
      if (System.nanoTime() - begin > PATIENCE_SECONDS * SECOND_NANOS) {
        throw new IllegalStateException(
            judged
                + " of "
                + size.processes
                + " processes were judged in "
                + PATIENCE_SECONDS
                + " s");
      }
      sleepUntil(System.nanoTime() + SECOND_NANOS);
    }
  }

  private static long count(String text, String beginning) {
    return text.lines().filter(line -> line.startsWith(beginning)).count();
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
