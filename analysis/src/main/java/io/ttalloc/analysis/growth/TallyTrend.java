package io.ttalloc.analysis.growth;

import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.trend.OpenSeries;
import io.ttalloc.analysis.trend.Trend;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is open of a tally grows, and from which numbers that follows. Immutable.
 *
 * @param series what was open after each cycle; null if that is not known
 * @param marks how many marks there are
 * @param middleNanos a finding of the tally must have had an opening after this time to grow
 */
record TallyTrend(@Nullable OpenSeries series, int marks, long middleNanos) {
  static final TallyTrend UNKNOWN = new TallyTrend(null, 0, 0);

  boolean isKnown() {
    return series != null;
  }

  boolean grows() {
    return series != null && (Trend.growsInNumber(series) || Trend.growsInBytes(series));
  }

  /** Whether it grows because what was opened long ago becomes larger. */
  boolean growsInSize() {
    return series != null && Trend.growsInSize(series);
  }

  /** The numbers from which growth follows; null if they are not known. */
  @Nullable Reason why() {
    if (series == null) {
      return null;
    }
    boolean bytes = !Trend.growsInNumber(series);
    long[] values = bytes ? series.bytes() : series.open();
    return new NumberReason.Grows(bytes, LongStream.of(values).boxed().toList(), marks);
  }
}
