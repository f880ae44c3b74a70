package io.ttalloc.analysis.trend;

import java.util.Arrays;

/**
 * The test of Mann (1945) and Kendall (1975) for a rising trend, with the variance corrected for
 * ties.
 *
 * <p>It compares the ranks of all pairs and therefore assumes nothing about the distribution:
 * neither an outlier nor a steep cycle decides the result. Source: R. O. Gilbert, Statistical
 * Methods for Environmental Pollution Monitoring, 1987, sections 16.4.1 and 16.4.2. The normal
 * approximation requires at least eight values.
 */
final class MannKendall {
  private MannKendall() {}

  /** The standardised statistic; if it is above 2.326, the values rise at the 1 % level. */
  static double z(long[] values) {
    int n = values.length;
    long s = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        s += Long.compare(values[j], values[i]);
      }
    }
    double variance = (n * (n - 1.0) * (2.0 * n + 5) - ties(values)) / 18;
    return s == 0 || variance <= 0 ? 0 : (s - Long.signum(s)) / Math.sqrt(variance);
  }

  /** The part of the variance that is subtracted for groups of equal values. */
  private static double ties(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    double taken = 0;
    for (int from = 0; from < sorted.length; ) {
      int to = from + 1;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      int t = to - from;
      taken += t * (t - 1.0) * (2.0 * t + 5);
      from = to;
    }
    return taken;
  }
}
