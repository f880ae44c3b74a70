package io.ttalloc.analysis.trend;

/**
 * Decides whether the open resources are growing.
 *
 * <p>With {@link #MIN_FOR_TEST} cycles or more, four conditions must all hold; each excludes
 * something that is not a leak:
 *
 * <ol>
 *   <li>The number of open resources rises by the test of {@link MannKendall}, even without the
 *       cycle that left the most resources open. This excludes constant and noisy levels, pools,
 *       full caches, and a single jump.
 *   <li>At least {@link #MIN_LEAVING} cycles left something open, not counting the last one, whose
 *       resources may be in use.
 *   <li>These cycles are not concentrated early in the run, as after a warm-up.
 *   <li>Nor are they concentrated late, as in a population that renews itself, unless most
 *       resources that were open halfway are still open.
 * </ol>
 *
 * <p>Early and late are decided by Laplace's test for a constant rate of events: D. R. Cox and P.
 * A. W. Lewis, The Statistical Analysis of Series of Events, 1966, section 3.3. With fewer cycles
 * such a test has no power. Then each cycle must have left something open, and no resource that was
 * open after any cycle but the last may have been closed since. docs/reports.md has the measured
 * rates of detection and false alarms.
 */
public final class Trend {
  /** The minimum number of cycles for growth. */
  public static final int MIN_CYCLES = 3;

  /** The minimum number of cycles for a decision by statistical tests. */
  public static final int MIN_FOR_TEST = 8;

  static final int MIN_LEAVING = 4;

  /** The one-sided critical value of the normal distribution at the 1 % level. */
  private static final double ONE_PERCENT = 2.326;

  private static final double TEN_PERCENT = 1.282;

  /** The minimum share of the resources open halfway that must still be open. */
  private static final double MIN_SHARE_KEPT = 0.75;

  private Trend() {}

  /** Whether the number of open resources is growing. */
  public static boolean growsInNumber(OpenSeries series) {
    int cycles = series.cycles();
    if (cycles < MIN_FOR_TEST) {
      return eachCycleLeft(series);
    }
    return rises(series) && leavesEvenly(series);
  }

  /**
   * Whether the bytes of open resources rise from each cycle to the next; anything less is no
   * proof, since members of a bounded population may keep becoming larger. Of eight values in
   * random order, one in 40,320 rises throughout.
   */
  public static boolean growsInBytes(OpenSeries series) {
    long[] bytes = series.bytes();
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i] <= bytes[i - 1]) {
        return false;
      }
    }
    return bytes.length >= MIN_FOR_TEST;
  }

  /**
   * Whether bytes rise because open resources become larger: all resources that were open after
   * each cycle of the later half were opened before that half and are still open.
   */
  public static boolean growsInSize(OpenSeries series) {
    for (int i = series.cycles() / 2; i < series.cycles(); i++) {
      if (series.left(i) > 0 || series.kept(i) != series.open(i)) {
        return false;
      }
    }
    return growsInBytes(series);
  }

  /**
   * Whether each cycle left something open, and every resource that was open after any cycle but
   * the last is still open. Those open after the last cycle may merely have been in use. Cycles
   * before the first resource do not count.
   */
  private static boolean eachCycleLeft(OpenSeries series) {
    int first = 0;
    while (first < series.cycles() && series.open(first) == 0) {
      first++;
    }
    if (series.cycles() - first < MIN_CYCLES) {
      return false;
    }
    for (int i = first; i < series.cycles(); i++) {
      boolean last = i == series.cycles() - 1;
      if (series.left(i) == 0 || (!last && series.kept(i) < series.open(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean rises(OpenSeries series) {
    return MannKendall.z(series.openWithout(series.largest())) > ONE_PERCENT;
  }

  private static boolean leavesEvenly(OpenSeries series) {
    int last = series.cycles() - 1;
    int leaving = 0;
    int first = -1;
    int previous = -1;
    int longestGap = 0;
    double positions = 0;
    for (int i = 0; i < last; i++) {
      if (series.left(i) > 0) {
        first = first < 0 ? i : first;
        longestGap = Math.max(longestGap, i - previous - 1);
        previous = i;
        leaving++;
        positions += (i + 0.5) / last;
      }
    }
    if (leaving < MIN_LEAVING) {
      return false;
    }
    longestGap = Math.max(longestGap, last - previous - 1);
    double laplace = (positions / leaving - 0.5) * Math.sqrt(12.0 * leaving);
    boolean early = laplace < -TEN_PERCENT && longestGap > last / 3;
    int halfway = (first + last) / 2;
    boolean late =
        laplace > TEN_PERCENT && series.kept(halfway) < MIN_SHARE_KEPT * series.open(halfway);
    return !early && !late;
  }
}
