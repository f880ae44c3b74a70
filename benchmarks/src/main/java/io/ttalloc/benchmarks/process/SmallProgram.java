package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the cost that the agent adds to a complete run of a small program that leaks, including
 * the report.
 */
final class SmallProgram {
  private static final String EXPECTED = "5 LEAKS";

  private enum Way {
    BARE,
    WARM,
    COLD
  }

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path child;

  SmallProgram(ChildJvm jvm, AgentFolders folders, Path child) {
    this.jvm = jvm;
    this.folders = folders;
    this.child = child;
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Spent> taken = Turns.take(Way.class, turns, this::run);
    List<ProcessFigure> figures = new ArrayList<>();
    figures.add(
        new ProcessFigure(
            "leaks.bare",
            "program with 5 leaks, no agent",
            taken.of(Way.BARE, Spent::seconds),
            "s"));
    add(figures, taken, Way.WARM, "leaks.warm", "warm");
    add(figures, taken, Way.COLD, "leaks.cold", "cold");
    return figures;
  }

  private static void add(
      List<ProcessFigure> figures, Turns<Way, Spent> taken, Way way, String name, String how) {
    String what =
        "program with 5 leaks to its end, `packs=auto`, " + how + ", relative to no agent";
    figures.add(new ProcessFigure(name, what, taken.ratio(way, Way.BARE, Spent::seconds), "x"));
    figures.add(
        new ProcessFigure(
            name + ".cpu",
            what + ": processor time",
            taken.ratio(way, Way.BARE, Spent::cpuSeconds),
            "x"));
  }

  private Spent run(Way way) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            switch (way) {
              case BARE -> List.of();
              case WARM -> folders.warm();
              case COLD -> folders.cold();
            });
    arguments.addAll(List.of("-cp", child.toString(), FiveLeaks.class.getName()));
    arguments.add(child.toString());
    ChildJvm.Ended ended = jvm.run(way != Way.BARE, arguments);
    if (way != Way.BARE && !Files.readString(ended.errors()).contains(EXPECTED)) {
      throw new IllegalStateException(
          "the report does not say '%s':%n%s"
              .formatted(EXPECTED, Files.readString(ended.errors())));
    }
    return ended.spent();
  }
}
