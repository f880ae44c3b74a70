package io.ttalloc.benchmarks.watching;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs all measurements of the cost of watching. */
public final class WatchRuns {
  private static final int STACKS = 200;

  /** The scrape interval in the configuration that ships with Prometheus. */
  private static final int SECONDS_PER_SCRAPE = 15;

  private static final int PAIRS = 12;
  private static final int ROUNDS = 12;

  private final ServeCost serve;
  private final TopCost top;
  private final boolean quick;
  private final PrintStream progress;

  /**
   * @param own the benchmarks' jar
   * @param agent the measured jar of the agent
   * @param monitor the measured jar of the monitor
   * @param rules the rule file of the benchmarks
   * @param folder the folder for ledgers and output
   * @param quick whether to take only a few samples, to show that everything runs
   */
  public WatchRuns(
      Path own,
      Path agent,
      Path monitor,
      Path rules,
      Path folder,
      boolean quick,
      PrintStream progress) {
    this.serve = new ServeCost(own, monitor, folder);
    this.top = new TopCost(own, agent, monitor, rules, folder);
    this.quick = quick;
    this.progress = progress;
  }

  /** Measures {@code serve} with large ledgers, and {@code top}. */
  public List<ProcessFigure> run() throws IOException, InterruptedException {
    int running = quick ? 5 : 50;
    int live = quick ? 10_000 : 100_000;
    ServeCost.Size size =
        new ServeCost.Size(
            new SimulatedProcesses.Extent(running, live, 0, 0, STACKS, false),
            quick ? 1 : 6,
            quick ? 5 : 30,
            1);
    String what =
        String.format(
            Locale.ROOT,
            "%d changing ledgers with %,d live each, scraped once a second",
            running,
            live);
    List<ProcessFigure> figures = new ArrayList<>(serve.measure("serve", what, size));
    figures.addAll(top.measure(quick ? 2 : PAIRS, quick ? 2 : ROUNDS));
    return print(figures);
  }

  /** Measures {@code serve} with many ledgers, most of them from processes that have ended. */
  public List<ProcessFigure> runWithManyLedgers() throws IOException, InterruptedException {
    int running = quick ? 5 : 50;
    int ended = quick ? 45 : 450;
    ServeCost.Size size =
        new ServeCost.Size(
            new SimulatedProcesses.Extent(running, 10_000, ended, 1_000, STACKS, true),
            quick ? 1 : 3,
            quick ? 5 : 60,
            SECONDS_PER_SCRAPE);
    String what =
        "%d ledgers, %d of them busy, scraped every %d s"
            .formatted(size.processes(), running, SECONDS_PER_SCRAPE);
    return print(serve.measure("ledgers", what, size));
  }

  private List<ProcessFigure> print(List<ProcessFigure> figures) {
    for (ProcessFigure figure : figures) {
      progress.printf("%10.2f %-2s  %s%n", figure.value().value(), figure.unit(), figure.what());
    }
    return figures;
  }
}
