package io.ttalloc.benchmarks.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The figures of one JMH run, and their ratios. Immutable.
 *
 * @param measured the day of the measurement, ISO 8601; empty = this run
 */
public record HookTable(List<HookFigure> figures, String measured) {

  /**
   * The time of one subject divided by the time of another, the base, at the same depth and number
   * of threads.
   */
  public record Ratio(String subject, String base, int depth, int threads, Estimate times) {}

  /** Creates a table of these figures, in this order. */
  public HookTable {
    figures = List.copyOf(figures);
  }

  /** Creates a table of this run's figures. */
  public HookTable(List<HookFigure> figures) {
    this(figures, "");
  }

  /** The figure of a subject, if it was measured at this depth and number of threads. */
  public Optional<HookFigure> figure(String subject, int depth, int threads) {
    return figures.stream()
        .filter(f -> f.subject().equals(subject) && f.depth() == depth && f.threads() == threads)
        .findFirst();
  }

  /** The time of a subject divided by the time of a base. */
  public Optional<Ratio> ratio(String subject, String base, int depth, int threads) {
    return figure(subject, depth, threads)
        .flatMap(
            top ->
                figure(base, depth, threads)
                    .map(
                        bottom ->
                            new Ratio(
                                subject, base, depth, threads, top.nanos().over(bottom.nanos()))));
  }

  /** The additional nanoseconds of one subject compared with another, on one thread. */
  public Optional<Estimate> over(String subject, String base, int depth) {
    return figure(subject, depth, 1)
        .flatMap(more -> figure(base, depth, 1).map(less -> more.nanos().minus(less.nanos())));
  }

  /** The ratio of every other subject to a base. */
  public List<Ratio> ratiosTo(String subject) {
    List<Ratio> ratios = new ArrayList<>();
    for (HookFigure figure : figures) {
      if (!figure.subject().equals(subject)) {
        ratio(figure.subject(), subject, figure.depth(), figure.threads()).ifPresent(ratios::add);
      }
    }
    return ratios;
  }

  /** The depths that were measured, ascending. */
  public List<Integer> depths() {
    return figures.stream().map(HookFigure::depth).distinct().sorted().toList();
  }
}
