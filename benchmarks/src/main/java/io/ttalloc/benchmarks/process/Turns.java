package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs a program in several ways. Each turn runs the program once in each way. Ratios and
 * differences are computed only within a turn, because the speed of a machine varies from minute to
 * minute.
 *
 * @param <W> the ways
 * @param <S> the result of one run
 */
final class Turns<W extends Enum<W>, S> {
  private final Map<W, List<S>> samples;

  private Turns(Class<W> ways) {
    this.samples = new EnumMap<>(ways);
  }

  /** Runs the program in one way. */
  interface Run<W, S> {
    S run(W way) throws IOException, InterruptedException;
  }

  /** Performs the turns, after one that does not count and only warms up the caches. */
  static <W extends Enum<W>, S> Turns<W, S> take(Class<W> ways, int turns, Run<W, S> run)
      throws IOException, InterruptedException {
    Turns<W, S> taken = new Turns<>(ways);
    for (int turn = -1; turn < turns; turn++) {
      for (W way : ways.getEnumConstants()) {
        S sample = run.run(way);
        if (turn >= 0) {
          taken.samples.computeIfAbsent(way, w -> new ArrayList<>()).add(sample);
        }
      }
    }
    return taken;
  }

  /** Returns the median of the samples of one way. */
  Estimate of(W way, ToDoubleFunction<S> value) {
    return Estimate.median(samples(way).stream().map(value::applyAsDouble).toList());
  }

  /**
   * Returns the median, over all turns, of the value of one way divided by the value of another.
   */
  Estimate ratio(W way, W base, ToDoubleFunction<S> value) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < samples(way).size(); i++) {
      ratios.add(
          value.applyAsDouble(samples(way).get(i)) / value.applyAsDouble(samples(base).get(i)));
    }
    return Estimate.median(ratios);
  }

  /** Returns the median, over all turns, of the value of one way minus the value of another. */
  Estimate difference(W way, W base, ToDoubleFunction<S> value) {
    List<Double> differences = new ArrayList<>();
    for (int i = 0; i < samples(way).size(); i++) {
      differences.add(
          value.applyAsDouble(samples(way).get(i)) - value.applyAsDouble(samples(base).get(i)));
    }
    return Estimate.median(differences);
  }

  private List<S> samples(W way) {
    return samples.getOrDefault(way, List.of());
  }
}
