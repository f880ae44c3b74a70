package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the agent adds to the start of a web application: Spring Boot with Tomcat, JDBC and a pool
 * of connections, until it listens. Differences are taken within one turn.
 */
final class WebStart {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String APPLICATION = "io.ttalloc.it.libraries.shop.Shop";

  private final ChildJvm jvm;
  private final Path agent;
  private final Path child;
  private final Path directory;
  private final String classPath;

  /**
   * @param written the file with the class path of the libraries; the classes of the application
   *     lie beside it
   */
  WebStart(ChildJvm jvm, Path agent, Path child, Path directory, Path written) throws IOException {
    this.jvm = jvm;
    this.agent = agent;
    this.child = child;
    this.directory = directory;
    this.classPath =
        child
            + File.pathSeparator
            + written.resolveSibling("test-classes")
            + File.pathSeparator
            + libraries(Files.readString(written));
  }

  /** Without this repository's own, which an application does not have. */
  private static String libraries(String written) {
    return Stream.of(written.strip().split(File.pathSeparator, -1))
        .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("tt-alloc-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  List<ProcessFigure> measure(int rounds) throws IOException, InterruptedException {
    List<Double> empty = new ArrayList<>();
    List<Double> added = new ArrayList<>();
    for (int round = -1; round < rounds; round++) {
      double without = run(false, "-javaagent:" + child);
      double with = run(true, "-javaagent:" + agent + "=packs=auto,dir=" + directory);
      // The first round brings files into memory.
      if (round >= 0) {
        empty.add(without);
        added.add(with - without);
      }
    }
    return List.of(
        new ProcessFigure(
            "web.emptyAgent",
            "Spring Boot application until it listens, empty agent",
            Estimate.median(empty),
            "ms"),
        new ProcessFigure(
            "web.packs",
            "Spring Boot application until it listens, `packs=auto`, over an empty agent jar",
            Estimate.median(added),
            "ms"));
  }

  private double run(boolean tracking, String option) throws IOException, InterruptedException {
    List<String> arguments =
        List.of(
            option,
            "-cp",
            classPath,
            ThenHalt.class.getName(),
            APPLICATION,
            "--server.port=0",
            "--spring.main.banner-mode=off");
    double millis = jvm.run(tracking, arguments).nanos() / NANOS_PER_MILLI;
    LeftLedgers.deleteAll(directory);
    return millis;
  }
}
