package io.ttalloc.analysis.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static final int[] CYCLES = {3, 5, 8, 12, 16, 24, 32, 64, 128};
  private static final int RUNS = 500;
  private static final Map<SimulatedKind, int[]> FOUND = simulated();

  private static Map<SimulatedKind, int[]> simulated() {
    Map<SimulatedKind, int[]> found = new EnumMap<>(SimulatedKind.class);
    for (SimulatedKind kind : SimulatedKind.values()) {
      int[] counts = new int[CYCLES.length];
      for (int i = 0; i < CYCLES.length; i++) {
        counts[i] = kind.found(CYCLES[i], RUNS);
      }
      found.put(kind, counts);
    }
    return found;
  }

  private static int found(SimulatedKind kind, int cycles) {
    for (int i = 0; i < CYCLES.length; i++) {
      if (CYCLES[i] == cycles) {
        return FOUND.get(kind)[i];
      }
    }
    throw new IllegalArgumentException("not simulated: " + cycles);
  }

  @Test
  void ofProgramsThatLeakNothingAtMostOneInAHundredIsSaidToGrow() {
    FOUND.forEach(
        (kind, found) -> {
          if (!kind.leaks()) {
            assertThat(Arrays.stream(found).max().orElseThrow())
                .as(kind.words)
                .isLessThanOrEqualTo(RUNS / 100);
          }
        });
  }

  @Test
  void leaksAreFoundDespiteNoiseAndWarmUp() {
    assertThat(found(SimulatedKind.LEAK_1, 12)).isGreaterThan(RUNS * 99 / 100);
    assertThat(found(SimulatedKind.LEAK_2, 24)).isGreaterThan(RUNS * 95 / 100);
    assertThat(found(SimulatedKind.LEAK_4, 32)).isGreaterThan(RUNS * 85 / 100);
    assertThat(found(SimulatedKind.LEAK_8, 128)).isGreaterThan(RUNS * 90 / 100);
    assertThat(found(SimulatedKind.EVERY_SECOND, 16)).isEqualTo(RUNS);
    assertThat(FOUND.get(SimulatedKind.EVERY_CYCLE)).containsOnly(RUNS);
  }

  @Test
  void thePaperHasTheseRates() throws IOException {
    assertThat(Path.of("..", "docs", "reports.md")).content().contains(table());
  }

  /** Percentages by number of cycles. */
  private static String table() {
    StringBuilder table = new StringBuilder("| cycles |");
    StringBuilder rule = new StringBuilder("|---|");
    for (int cycles : CYCLES) {
      table.append(" ").append(cycles).append(" |");
      rule.append("---|");
    }
    table.append("\n").append(rule).append("\n");
    FOUND.forEach(
        (kind, found) -> {
          table.append("| ").append(kind.leaks() ? "leak: " : "").append(kind.words).append(" |");
          for (int count : found) {
            table.append(" ").append(count / 5).append(".").append(count % 5 * 2).append(" |");
          }
          table.append("\n");
        });
    return table.toString();
  }

  private static boolean grows(long[] open, long[] left) {
    return Trend.growsInNumber(new OpenSeries(open, left, new long[0]));
  }

  private static long[] each(int cycles, long value) {
    long[] values = new long[cycles];
    Arrays.fill(values, value);
    return values;
  }

  private static long[] summed(long[] left) {
    long[] sums = left.clone();
    Arrays.parallelPrefix(sums, Long::sum);
    return sums;
  }

  @Test
  void threeCyclesThatLeaveTheSameAreEnoughAndTwoAreNot() {
    assertThat(grows(summed(each(3, 8)), each(3, 8))).isTrue();
    assertThat(grows(summed(each(2, 8)), each(2, 8))).isFalse();
  }

  @Test
  void ofFewCyclesEachMustLeaveSomethingThatStays() {
    assertThat(grows(new long[] {1, 1, 2, 3}, new long[] {1, 0, 1, 1})).isFalse();
    assertThat(grows(new long[] {5, 6, 7}, new long[] {1, 1, 1})).isFalse();
    assertThat(grows(new long[] {1, 2, 7}, new long[] {1, 1, 1})).isTrue();
    assertThat(grows(new long[] {0, 1, 2, 3}, new long[] {0, 1, 1, 1})).isTrue();
    assertThat(grows(new long[] {0, 0, 1, 2}, new long[] {0, 0, 1, 1})).isFalse();
  }

  @Test
  void aPoolOfFiveThatRenewsItsMembersOverThirtyFiveCyclesDoesNotGrow() {
    long[] left = each(35, 0);
    Arrays.fill(left, 30, 35, 1);
    assertThat(grows(each(35, 5), left)).isFalse();
  }

  @Test
  void whatIsReplacedBySomethingLargerInEveryCycleGrowsInBytes() {
    long[] bytes = {100, 200, 300, 400, 500, 600, 700, 800};
    assertThat(Trend.growsInBytes(new OpenSeries(each(8, 1), each(8, 0), bytes))).isTrue();
    bytes[4] = 400;
    assertThat(Trend.growsInBytes(new OpenSeries(each(8, 1), each(8, 0), bytes))).isFalse();
    assertThat(Trend.growsInBytes(new OpenSeries(each(8, 1), each(8, 0), new long[0]))).isFalse();
  }

  @Test
  void oneThatBecomesLargerGrowsInSizeUnlessAnotherOneHasTakenItsPlace() {
    long[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
    long[] first = {1, 0, 0, 0, 0, 0, 0, 0};
    long[] late = {1, 0, 0, 0, 0, 1, 0, 0};
    long[] two = {1, 1, 1, 1, 1, 2, 2, 2};
    long[] twoAtLast = {1, 1, 1, 1, 1, 1, 1, 2};
    assertThat(Trend.growsInSize(new OpenSeries(each(8, 1), first, bytes))).isTrue();
    // A second one is opened late and stays open, or is opened late and closed; or every cycle has
    // a new one.
    assertThat(Trend.growsInSize(new OpenSeries(two, late, bytes))).isFalse();
    assertThat(Trend.growsInSize(new OpenSeries(twoAtLast, first, bytes))).isFalse();
    assertThat(Trend.growsInSize(new OpenSeries(each(8, 1), each(8, 0), bytes))).isFalse();
    bytes[5] = bytes[4];
    assertThat(Trend.growsInSize(new OpenSeries(each(8, 1), first, bytes))).isFalse();
  }

  @Test
  void aFewIdleCyclesAtTheEndAreLeftOutAndManyAreNot() {
    long[] left = {1, 1, 1, 1, 0, 0};
    long[] open = {1, 2, 3, 4, 4, 4};
    long[] idleAtLast = {9, 19, 29, 39, 39, 39};
    OpenSeries series = OpenSeries.withoutIdle(open, left, new long[0], idleAtLast);
    assertThat(series.open()).containsExactly(1, 2, 3, 4);
    assertThat(Trend.growsInNumber(series)).isTrue();

    left[3] = 0;
    open = new long[] {1, 2, 3, 3, 3, 3};
    OpenSeries longIdle =
        OpenSeries.withoutIdle(open, left, open, new long[] {9, 19, 29, 29, 29, 29});
    assertThat(longIdle.cycles()).isEqualTo(6);
    assertThat(longIdle.bytes()).isEqualTo(open);
    assertThat(Trend.growsInNumber(longIdle)).isFalse();
  }

  @Test
  void aCycleInWhichWhatIsOpenBecameLargerIsNotIdle() {
    long[] bytes = {10, 20, 30, 40, 50, 60, 70, 80, 90};
    long[] others = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    OpenSeries series =
        OpenSeries.withoutIdle(each(9, 1), new long[] {1, 0, 0, 0, 0, 0, 0, 0, 0}, bytes, others);
    assertThat(series.bytes()).isEqualTo(bytes);
    assertThat(Trend.growsInSize(series)).isTrue();

    bytes[4] = 40;
    OpenSeries oneIdle =
        OpenSeries.withoutIdle(each(9, 1), new long[] {1, 0, 0, 0, 0, 0, 0, 0, 0}, bytes, others);
    assertThat(oneIdle.cycles()).isEqualTo(8);
  }

  @Test
  void theStatisticIsThatOfThePublishedFormula() {
    assertThat(MannKendall.z(new long[] {1, 2, 3, 4, 5, 6, 7, 8})).isCloseTo(3.340, within(0.001));
    assertThat(MannKendall.z(new long[] {1, 1, 2, 2})).isCloseTo(1.162, within(0.001));
    assertThat(MannKendall.z(new long[] {4, 3, 2, 1})).isCloseTo(-1.698, within(0.001));
    assertThat(MannKendall.z(each(9, 7))).isZero();
  }
}
