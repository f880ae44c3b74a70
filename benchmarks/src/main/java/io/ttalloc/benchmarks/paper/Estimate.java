package io.ttalloc.benchmarks.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A measured value and its error. Immutable.
 *
 * @param value in the unit of its figure
 * @param error in the same unit
 * @param samples the number of measurements
 */
public record Estimate(double value, double error, int samples) {
  /**
   * The median, with half the interquartile range as the error, because on a shared machine a
   * single sample sometimes takes longer than all others together.
   */
  public static Estimate median(List<Double> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    List<Double> sorted = new ArrayList<>(samples);
    Collections.sort(sorted);
    return new Estimate(
        quantile(sorted, 0.5),
        (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2,
        samples.size());
  }

  private static double quantile(List<Double> sorted, double fraction) {
    double position = fraction * (sorted.size() - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
  }

  /** This value divided by another, with the error that results from both. */
  public Estimate over(Estimate other) {
    double ratio = value / other.value;
    double relative = Math.hypot(error / value, other.error / other.value);
    return new Estimate(ratio, ratio * relative, Math.min(samples, other.samples));
  }

  /** This value minus another, with the error that results from both. */
  public Estimate minus(Estimate other) {
    return new Estimate(
        value - other.value, Math.hypot(error, other.error), Math.min(samples, other.samples));
  }

  /** This value, converted to a unit that is larger by the given factor. */
  public Estimate per(double units) {
    return new Estimate(value / units, error / units, samples);
  }
}
