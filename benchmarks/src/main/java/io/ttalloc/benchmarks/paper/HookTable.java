package io.ttalloc.benchmarks.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The figures of one JMH run, and what they are to each other. Immutable.
 *
 * @param measured the day, ISO 8601; empty = in this run
 */
public record HookTable(List<HookFigure> figures, String measured) {

  /** How often one subject takes the time of another, at the same depth and number of threads. */
  public record Ratio(String of, String to, int depth, int threads, Estimate times) {}

  /** A table of these figures, in this order. */
  public HookTable {
    figures = List.copyOf(figures);
  }

  /** One of this run. */
  public HookTable(List<HookFigure> figures) {
    this(figures, "");
  }

  /** The figure of a subject, if it was measured so. */
  public Optional<HookFigure> figure(String subject, int depth, int threads) {
    return figures.stream()
        .filter(f -> f.subject().equals(subject) && f.depth() == depth && f.threads() == threads)
        .findFirst();
  }

  /** One subject through another. */
  public Optional<Ratio> ratio(String of, String to, int depth, int threads) {
    return figure(of, depth, threads)
        .flatMap(
            top ->
                figure(to, depth, threads)
                    .map(
                        bottom ->
                            new Ratio(of, to, depth, threads, top.nanos().over(bottom.nanos()))));
  }

  /** What one subject takes more than another, in nanoseconds, on one thread. */
  public Optional<Estimate> over(String of, String than, int depth) {
    return figure(of, depth, 1)
        .flatMap(more -> figure(than, depth, 1).map(less -> more.nanos().minus(less.nanos())));
  }

  /** All figures through those of one subject. */
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
