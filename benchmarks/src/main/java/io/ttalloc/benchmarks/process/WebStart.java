package io.ttalloc.benchmarks.process;

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
 * Measures the cost that the agent adds to the start of a web application, with Spring Boot,
 * Tomcat, JDBC and a connection pool, until it listens.
 */
final class WebStart {
  private static final String APPLICATION = "io.ttalloc.it.libraries.shop.Shop";

  private enum Way {
    BARE,
    WARM
  }

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final String classPath;

  /**
   * @param written a file with the class path of the libraries; the application's classes are next
   *     to it
   */
  WebStart(ChildJvm jvm, AgentFolders folders, Path child, Path written) throws IOException {
    this.jvm = jvm;
    this.folders = folders;
    this.classPath =
        child
            + File.pathSeparator
            + written.resolveSibling("test-classes")
            + File.pathSeparator
            + libraries(Files.readString(written));
  }

  /**
   * The class path without the libraries of this repository, which a real application does not
   * have.
   */
  private static String libraries(String written) {
    return Stream.of(written.strip().split(File.pathSeparator, -1))
        .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("tt-alloc-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Spent> taken = Turns.take(Way.class, turns, this::run);
    return List.of(
        new ProcessFigure(
            "web.bare",
            "Spring Boot application until it listens, no agent",
            taken.of(Way.BARE, Spent::seconds),
            "s"),
        new ProcessFigure(
            "web.warm",
            "Spring Boot application until it listens, `packs=auto`, warm, relative to no agent",
            taken.ratio(Way.WARM, Way.BARE, Spent::seconds),
            "x"));
  }

  private Spent run(Way way) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(way == Way.BARE ? List.of() : folders.warm());
    arguments.addAll(List.of("-cp", classPath, ThenHalt.class.getName(), APPLICATION));
    arguments.addAll(List.of("--server.port=0", "--spring.main.banner-mode=off"));
    return jvm.run(way != Way.BARE, arguments).spent();
  }
}
