package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the cost that the agent adds to a complete run of the smallest program. */
final class HelloWorld {
  private enum Way {
    BARE,
    EMPTY_AGENT,
    OFF,
    NOTHING_MATCHES,
    WARM,
    COLD
  }

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path child;

  HelloWorld(ChildJvm jvm, AgentFolders folders, Path child) {
    this.jvm = jvm;
    this.folders = folders;
    this.child = child;
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Spent> taken = Turns.take(Way.class, turns, this::run);
    List<ProcessFigure> figures = new ArrayList<>();
    figures.add(
        new ProcessFigure(
            "hello.bare", "hello world, no agent", taken.of(Way.BARE, Spent::seconds), "s"));
    figures.add(
        new ProcessFigure(
            "hello.bare.cpu",
            "hello world, no agent: processor time",
            taken.of(Way.BARE, Spent::cpuSeconds),
            "s"));
    add(figures, taken, Way.EMPTY_AGENT, "hello.emptyAgent", "an agent that does nothing");
    add(figures, taken, Way.OFF, "hello.off", "off");
    add(figures, taken, Way.NOTHING_MATCHES, "hello.nothingMatches", "on and nothing matches");
    add(figures, taken, Way.WARM, "hello.warm", "`packs=auto`, warm");
    add(figures, taken, Way.COLD, "hello.cold", "`packs=auto`, cold");
    return figures;
  }

  private static void add(
      List<ProcessFigure> figures, Turns<Way, Spent> taken, Way way, String name, String how) {
    figures.add(
        new ProcessFigure(
            name,
            "hello world to its end, " + how + ", relative to no agent",
            taken.ratio(way, Way.BARE, Spent::seconds),
            "x"));
    figures.add(
        new ProcessFigure(
            name + ".cpu",
            "hello world to its end, " + how + ", relative to no agent: processor time",
            taken.ratio(way, Way.BARE, Spent::cpuSeconds),
            "x"));
  }

  private Spent run(Way way) throws IOException, InterruptedException {
    return switch (way) {
      case BARE -> run(false, List.of());
      case EMPTY_AGENT -> run(false, List.of("-javaagent:" + child));
      case OFF -> run(false, folders.warm());
      // This pack is for a runtime that the program does not use.
      case NOTHING_MATCHES -> run(true, folders.withOptions("packs=tt-runtime"));
      case WARM -> run(true, folders.warm());
      case COLD -> run(true, folders.cold());
    };
  }

  private Spent run(boolean tracking, List<String> options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-cp", child.toString(), Hello.class.getName()));
    return jvm.run(tracking, arguments).spent();
  }
}
