package io.ttalloc.analysis.trend;

import java.util.Arrays;

/**
 * Decides whether the open resources were opened evenly over the run, as a leak opens them. Used
 * for a run with fewer than {@link Trend#MIN_CYCLES} marks. The open resources of a bounded
 * population were opened late, those of a warm-up early, those of a jump all at once. The result is
 * weaker than that of {@link Trend}: a cache that fills so slowly that it is not yet full looks the
 * same.
 */
public final class EvenOpenings {
  /** The number of slices into which the run is divided. */
  public static final int SLICES = 20;

  /** The minimum number of open resources for a decision. */
  public static final int MIN_OPEN = 20;

  /** The minimum time between the oldest and the newest opening for a decision. */
  public static final long MIN_SPAN_NANOS = 60_000_000_000L;

  private static final int PARTS = 5;

  private static final double LEVEL = 0.1;

  private static final double[] NORMAL = {
    0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429
  };

  private EvenOpenings() {}

  /**
   * Whether each fifth of the run has some openings, no slice has the majority, and Laplace's test
   * finds them neither early nor late.
   *
   * @param slices the number of open resources that were opened in each slice of the run
   */
  public static boolean areEven(long[] slices) {
    long all = Arrays.stream(slices).sum();
    if (all < MIN_OPEN || Arrays.stream(slices).max().orElse(0) * 2 > all) {
      return false;
    }
    for (int part = 0; part < PARTS; part++) {
      long inPart = 0;
      for (int i = part * SLICES / PARTS; i < (part + 1) * SLICES / PARTS; i++) {
        inPart += slices[i];
      }
      if (inPart == 0) {
        return false;
      }
    }
    return probability(slices) >= LEVEL;
  }

  /**
   * The probability, by Laplace's test, that openings at a constant rate are at least as early or
   * as late as these.
   */
  public static double probability(long[] slices) {
    long all = Arrays.stream(slices).sum();
    double positions = 0;
    for (int i = 0; i < slices.length; i++) {
      positions += slices[i] * (i + 0.5) / slices.length;
    }
    return twoSided(Math.abs(positions / all - 0.5) * Math.sqrt(12.0 * all));
  }

  /**
   * Uses Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17, with an error of
   * 1.5e-7.
   */
  private static double twoSided(double z) {
    double t = 1 / (1 + 0.2316419 * z);
    double series = 0;
    for (int i = NORMAL.length - 1; i >= 0; i--) {
      series = (series + NORMAL[i]) * t;
    }
    return Math.min(1, 2 * series * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI));
  }
}
