package io.ttalloc.analysis.growth;

import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.trend.OpenSeries;
import io.ttalloc.analysis.trend.Trend;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the open resources of a tally are growing, and the numbers that show it. Immutable.
 *
 * @param series the open resources after each cycle; null if that is not known
 * @param marks the number of marks
 * @param middleNanos a finding of the tally can be growing only if it had an opening after this
 *     time, or if the tally grows in size
 */
record TallyTrend(@Nullable OpenSeries series, int marks, long middleNanos) {
  static final TallyTrend UNKNOWN = new TallyTrend(null, 0, 0);

  boolean isKnown() {
    return series != null;
  }

  boolean grows() {
    return series != null && (Trend.growsInNumber(series) || Trend.growsInBytes(series));
  }

  /** Whether the tally grows because resources opened long ago become larger. */
  boolean growsInSize() {
    return series != null && Trend.growsInSize(series);
  }

  /** The numbers that show the growth; null if they are not known. */
  @Nullable Reason why() {
    if (series == null) {
      return null;
    }
    boolean bytes = !Trend.growsInNumber(series);
    long[] values = bytes ? series.bytes() : series.open();
    return new NumberReason.Grows(bytes, LongStream.of(values).boxed().toList(), marks);
  }
}
