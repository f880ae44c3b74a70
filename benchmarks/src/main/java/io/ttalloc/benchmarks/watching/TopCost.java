package io.ttalloc.benchmarks.watching;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import io.ttalloc.benchmarks.process.TalkingChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures how much more time a busy program needs while {@code tt-alloc top} reads the program's
 * ledger ten times a second. One program is measured alternately with and without {@code top}, so
 * that both values of a pair come from the same minute and the same compiled code. Every second
 * pair begins with {@code top}.
 */
final class TopCost {
  private static final double PERCENT = 100;
  private static final int WARM_UP = 20;
  private static final String WHAT = "open and close alongside `tt-alloc top --interval 100ms`";

  private final Path own;
  private final Path agent;
  private final Path monitor;
  private final Path rules;
  private final Path folder;

  TopCost(Path own, Path agent, Path monitor, Path rules, Path folder) {
    this.own = own;
    this.agent = agent;
    this.monitor = monitor;
    this.rules = rules;
    this.folder = folder;
  }

  /** The nanoseconds of some rounds. */
  private record Rounds(double elapsed, double cpu) {}

  /** Takes {@code pairs} pairs of measurements, each of {@code rounds} rounds. */
  List<ProcessFigure> measure(int pairs, int rounds) throws IOException, InterruptedException {
    Path ledgers = Files.createDirectory(folder.resolve("busy"));
    List<Double> elapsed = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<String> busy =
        List.of(
            "-javaagent:%s=rules=%s,dir=%s".formatted(agent, rules, ledgers),
            "-cp",
            own.toString(),
            BusyProgram.class.getName());
    try (TalkingChild program = TalkingChild.start(busy, true, folder.resolve("busy.err"))) {
      rounds(program, WARM_UP);
      for (int pair = 0; pair < pairs; pair++) {
        boolean watchedFirst = pair % 2 == 1;
        Rounds first = rounds(program, ledgers, watchedFirst, rounds);
        Rounds second = rounds(program, ledgers, !watchedFirst, rounds);
        Rounds with = watchedFirst ? first : second;
        Rounds without = watchedFirst ? second : first;
        elapsed.add(PERCENT * (with.elapsed / without.elapsed - 1));
        cpu.add(PERCENT * (with.cpu / without.cpu - 1));
      }
    }
    return List.of(
        new ProcessFigure(
            "top.cost",
            WHAT + ": increase in the thread's processor time",
            Estimate.median(cpu),
            "%"),
        one("top.costLeast", "smallest increase of all pairs", Collections.min(cpu)),
        one("top.costMost", "largest increase of all pairs", Collections.max(cpu)),
        new ProcessFigure(
            "top.elapsed", WHAT + ": increase in elapsed time", Estimate.median(elapsed), "%"),
        one("top.elapsedLeast", "smallest increase of all pairs", Collections.min(elapsed)),
        one("top.elapsedMost", "largest increase of all pairs", Collections.max(elapsed)));
  }

  private static ProcessFigure one(String name, String what, double value) {
    return new ProcessFigure(name, what, new Estimate(value, 0, 1), "%");
  }

  private Rounds rounds(TalkingChild program, Path ledgers, boolean watched, int count)
      throws IOException, InterruptedException {
    if (!watched) {
      return rounds(program, count);
    }
    try (TopOnTerminal top = TopOnTerminal.start(monitor, ledgers, folder)) {
      top.awaitProcess(program.handle().pid());
      return rounds(program, count);
    }
  }

  private static Rounds rounds(TalkingChild program, int count) throws IOException {
    double elapsed = 0;
    double cpu = 0;
    for (int i = 0; i < count; i++) {
      program.say("round");
      String[] said = program.await("round ").split(" ", -1);
      elapsed += Double.parseDouble(said[0]);
      cpu += Double.parseDouble(said[1]);
    }
    return new Rounds(elapsed, cpu);
  }
}
