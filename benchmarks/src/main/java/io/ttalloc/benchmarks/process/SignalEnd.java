package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the time from SIGTERM to the end of a program with an open resource, relative to a
 * complete run of an untracked hello world in the same round.
 */
final class SignalEnd {
  private static final int PATIENCE_SECONDS = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  private enum Way {
    HELLO,
    BARE,
    WARM
  }

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path child;
  private final Path errors;

  SignalEnd(ChildJvm jvm, AgentFolders folders, Path child, Path directory) {
    this.jvm = jvm;
    this.folders = folders;
    this.child = child;
    this.errors = directory.resolve("sleeper.err");
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Double> taken = Turns.take(Way.class, turns, this::run);
    return List.of(
        new ProcessFigure(
            "signal.bare",
            "from SIGTERM to the end of a sleeping program, no agent, relative to a bare hello world",
            taken.ratio(Way.BARE, Way.HELLO, Double::doubleValue),
            "x"),
        new ProcessFigure(
            "signal.warm",
            "from SIGTERM to the end of a sleeping program that has a file open, `packs=auto`, relative to a bare hello world",
            taken.ratio(Way.WARM, Way.HELLO, Double::doubleValue),
            "x"));
  }

  private double run(Way way) throws IOException, InterruptedException {
    return switch (way) {
      case HELLO ->
          jvm.run(false, List.of("-cp", child.toString(), Hello.class.getName())).seconds();
      case BARE -> untilTheEnd(false, List.of());
      case WARM -> untilTheEnd(true, folders.warm());
    };
  }

  private double untilTheEnd(boolean tracking, List<String> options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-cp", child.toString(), Sleeper.class.getName(), child.toString()));
    try (TalkingChild sleeper = jvm.talk(tracking, arguments, errors)) {
      sleeper.await("ready");
      long start = System.nanoTime();
      sleeper.handle().destroy();
      if (!sleeper.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "a program did not end in " + PATIENCE_SECONDS + " s after SIGTERM");
      }
      return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }
  }
}
