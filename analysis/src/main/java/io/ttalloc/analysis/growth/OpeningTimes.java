package io.ttalloc.analysis.growth;

import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.trend.EvenOpenings;
import io.ttalloc.analysis.trend.Trend;
import io.ttalloc.ledger.read.LedgerImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The times at which the resources of a finding were opened. Not thread-safe. */
final class OpeningTimes {
  private final long endNanos;
  private final long lastMarkNanos;
  private final boolean hasCycles;
  private final long[] slices = new long[EvenOpenings.SLICES];
  private long count;
  private long oldest = Long.MAX_VALUE;
  private long newest = Long.MIN_VALUE;
  private long newestMarked = Long.MIN_VALUE;

  OpeningTimes(LedgerImage image, @Nullable TallyTrends trends) {
    endNanos = Math.max(1, image.process().clock().lastSeenNanos());
    lastMarkNanos = trends == null ? Long.MIN_VALUE : trends.lastNanos();
    hasCycles = image.marks().size() >= Trend.MIN_CYCLES;
  }

  void add(long nanos) {
    count++;
    oldest = Math.min(oldest, nanos);
    newest = Math.max(newest, nanos);
    if (nanos <= lastMarkNanos) {
      newestMarked = Math.max(newestMarked, nanos);
    }
    double share = Math.min(1, Math.max(0, (double) nanos / endNanos));
    slices[(int) Math.min(slices.length - 1, share * slices.length)]++;
  }

  /** The opening time of the oldest resource; {@code Long.MAX_VALUE} if there are none. */
  long oldestNanos() {
    return oldest;
  }

  /**
   * The opening time of the newest resource opened before the last mark; {@code Long.MIN_VALUE} if
   * there is none.
   */
  long newestMarkedNanos() {
    return newestMarked;
  }

  /**
   * The reason why the resources of the finding may be growing in a run with too few marks to judge
   * by cycles; empty if there is none.
   */
  List<Reason> whyGrowing() {
    if (hasCycles
        || count < EvenOpenings.MIN_OPEN
        || newest - oldest < EvenOpenings.MIN_SPAN_NANOS
        || !EvenOpenings.areEven(slices)) {
      return List.of();
    }
    return List.of(
        new NumberReason.OpenedEvenly(count, newest - oldest, EvenOpenings.probability(slices)));
  }
}
