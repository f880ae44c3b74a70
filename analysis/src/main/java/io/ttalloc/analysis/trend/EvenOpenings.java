package io.ttalloc.analysis.trend;

import java.util.Arrays;

/**
 * Whether what is open was opened evenly over the run, as by a leak; for a run without marks. What
 * a bounded population leaves open was opened late, after a warm-up early, in a jump all at once.
 * This is weaker than {@link Trend}: a cache that fills so slowly that it is not full yet looks the
 * same.
 */
public final class EvenOpenings {
  /** The run is divided into so many slices. */
  public static final int SLICES = 20;

  /** The number of open resources below which nothing is said. */
  public static final int MIN_OPEN = 20;

  /** The time between the oldest and the newest opening below which nothing is said. */
  public static final long MIN_SPAN_NANOS = 60_000_000_000L;

  private static final int PARTS = 5;

  /** Two-sided level of 10 % of the normal distribution. */
  private static final double TEN_PERCENT = 1.645;

  private EvenOpenings() {}

  /**
   * Whether each fifth of the run has some, no slice has most, and Laplace's test finds them
   * neither early nor late.
   *
   * @param slices the number of open resources that were opened in each slice of the run
   */
  public static boolean areEven(long[] slices) {
    long all = Arrays.stream(slices).sum();
    if (all < MIN_OPEN || Arrays.stream(slices).max().orElse(0) * 2 > all) {
      return false;
    }
    double positions = 0;
    for (int part = 0; part < PARTS; part++) {
      long inPart = 0;
      for (int i = part * SLICES / PARTS; i < (part + 1) * SLICES / PARTS; i++) {
        inPart += slices[i];
        positions += slices[i] * (i + 0.5) / SLICES;
      }
      if (inPart == 0) {
        return false;
      }
    }
    return Math.abs(positions / all - 0.5) * Math.sqrt(12.0 * all) <= TEN_PERCENT;
  }
}
