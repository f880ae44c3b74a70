package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the processor time of a web service, per request and until it has answered the first
 * request. A tracked and an untracked service run at the same time, and requests go to each in
 * turn; a service that gets no requests uses almost no processor time.
 */
final class ServiceCost {
  private static final String PROGRAM = "io.ttalloc.it.service.OrderService";
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * The extent of a measurement.
   *
   * @param starts the number of starts of both services
   * @param windows the number of measured periods with requests for each service, after the warm-up
   * @param warmUpSeconds the duration of the warm-up
   * @param seconds the duration of each measured period
   */
  record Size(int starts, int windows, int warmUpSeconds, int seconds) {}

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path directory;
  private final String classPath;
  private final List<Double> untracked = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();
  private final List<Double> firstResponse = new ArrayList<>();
  private final List<Double> firstRatios = new ArrayList<>();

  /**
   * @param written a file with the class path of the service; the service's classes are next to it
   */
  ServiceCost(ChildJvm jvm, AgentFolders folders, Path directory, Path written) throws IOException {
    this.jvm = jvm;
    this.folders = folders;
    this.directory = directory;
    this.classPath =
        written.resolveSibling("classes") + File.pathSeparator + Files.readString(written).strip();
  }

  List<ProcessFigure> measure(Size size) throws IOException, InterruptedException {
    // Start -1 only fills caches.
    for (int start = -1; start < size.starts; start++) {
      try (TalkingChild bare = start(false, List.of(), "bare");
          TalkingChild tracked = start(true, folders.warm(), "tracked")) {
        measure(size, start >= 0, bare, tracked);
      }
    }
    return List.of(
        new ProcessFigure(
            "service.bare.cpu",
            "web service at 400 requests/s, no agent: processor time per request",
            Estimate.median(untracked),
            "us"),
        new ProcessFigure(
            "service.cpu",
            "web service at 400 requests/s, `packs=auto`, relative to no agent: processor time per request",
            Estimate.median(ratios),
            "x"),
        new ProcessFigure(
            "service.bare.firstResponse",
            "web service, no agent: processor time to its first response",
            Estimate.median(firstResponse),
            "s"),
        new ProcessFigure(
            "service.firstResponse",
            "web service, `packs=auto`, warm, relative to no agent: processor time to its first response",
            Estimate.median(firstRatios),
            "x"));
  }

  private TalkingChild start(boolean tracking, List<String> options, String name)
      throws IOException {
    List<String> arguments = new ArrayList<>(options);
    // A fixed heap, because the default depends on the machine's memory, and the heap must not grow
    // during the measurement.
    arguments.addAll(List.of("-Xms256m", "-Xmx256m", "-cp", classPath, PROGRAM));
    arguments.add(directory.resolve(name).toString());
    return jvm.talk(tracking, arguments, directory.resolve(name + ".err"));
  }

  private void measure(Size size, boolean counts, TalkingChild bare, TalkingChild tracked)
      throws IOException, InterruptedException {
    try (ServiceClient toBare = new ServiceClient(Integer.parseInt(bare.await("port=")));
        ServiceClient toTracked = new ServiceClient(Integer.parseInt(tracked.await("port=")))) {
      toBare.first();
      double bareFirst = cpuSeconds(bare);
      toTracked.first();
      double trackedFirst = cpuSeconds(tracked);
      if (!counts) {
        return;
      }
      firstResponse.add(bareFirst);
      firstRatios.add(trackedFirst / bareFirst);
      cpuOf(bare, toBare, size.warmUpSeconds);
      cpuOf(tracked, toTracked, size.warmUpSeconds);
      for (int window = 0; window < size.windows; window++) {
        double without = cpuOf(bare, toBare, size.seconds);
        double with = cpuOf(tracked, toTracked, size.seconds);
        untracked.add(without * MICROS_PER_SECOND);
        ratios.add(with / without);
      }
    }
  }

  /** The processor time per request, averaged over some seconds. */
  private static double cpuOf(TalkingChild service, ServiceClient client, int seconds)
      throws IOException, InterruptedException {
    double before = cpuSeconds(service);
    int answered = client.requests(seconds);
    return (cpuSeconds(service) - before) / answered;
  }

  private static double cpuSeconds(TalkingChild service) {
    return service.handle().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }
}
