package io.ttalloc.benchmarks.watching;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs all measurements of the cost of watching. */
public final class WatchRuns {
  private static final ServeCost.Size FULL = new ServeCost.Size(50, 100_000, 6, 30);
  private static final ServeCost.Size QUICK = new ServeCost.Size(5, 10_000, 1, 5);
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
   * @param quick whether to take few samples, just to show that everything runs
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

  /** Runs the measurements. */
  public List<ProcessFigure> run() throws IOException, InterruptedException {
    List<ProcessFigure> figures = new ArrayList<>(serve.measure(quick ? QUICK : FULL));
    figures.addAll(top.measure(quick ? 2 : PAIRS, quick ? 2 : ROUNDS));
    for (ProcessFigure figure : figures) {
      progress.printf("%10.2f %-2s  %s%n", figure.value().value(), figure.unit(), figure.what());
    }
    return figures;
  }
}
