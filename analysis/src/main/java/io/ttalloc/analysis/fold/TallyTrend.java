package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.trend.OpenSeries;
import io.ttalloc.analysis.trend.Trend;
import io.ttalloc.analysis.wording.Numbers;
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

  private static final int FIRST_NAMED = 3;
  private static final int MOST_NAMED = 8;

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

  /** The numbers from which growth follows, in a phrase. */
  String why() {
    if (series == null) {
      return "";
    }
    boolean number = Trend.growsInNumber(series);
    long[] values = number ? series.open() : series.bytes();
    String cycles = Numbers.counted(marks, "cycle");
    String which =
        values.length == marks
            ? "each of " + cycles
            : Numbers.grouped(values.length) + " of " + cycles;
    return (number ? "open after " : "bytes open after ")
        + which
        + ": "
        + named(values)
        + ": rises in "
        + rises(values)
        + " of "
        + values.length;
  }

  private static String named(long[] values) {
    StringBuilder named = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      boolean last = i == values.length - 1;
      if (values.length <= MOST_NAMED || i < FIRST_NAMED || last) {
        named.append(i == 0 ? "" : i == FIRST_NAMED || !last || isShort(values) ? ", " : " ");
        named.append(Numbers.grouped(values[i]));
      } else if (i == FIRST_NAMED) {
        named.append(", ...");
      }
    }
    return named.toString();
  }

  private static boolean isShort(long[] values) {
    return values.length <= MOST_NAMED;
  }

  /** After how many cycles there was more than before; before the first one there was nothing. */
  private static int rises(long[] values) {
    int rises = 0;
    for (int i = 0; i < values.length; i++) {
      rises += values[i] > (i == 0 ? 0 : values[i - 1]) ? 1 : 0;
    }
    return rises;
  }
}
