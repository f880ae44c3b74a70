package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;

/** Evidence from series and counts. */
public sealed interface NumberReason extends Reason {
  /**
   * The number or bytes of open resources rise.
   *
   * @param bytes whether its bytes do, and not its number
   * @param values after each cycle
   * @param cycles how many there are, without values too
   */
  record Grows(boolean bytes, List<Long> values, int cycles) implements NumberReason {
    public Grows {
      values = List.copyOf(values);
    }
  }

  /**
   * Without marks: they were opened evenly over the run.
   *
   * @param nanos from the first to the last
   * @param probability that openings at a constant rate are at least so uneven
   */
  record OpenedEvenly(long count, long nanos, double probability) implements NumberReason {}

  /**
   * The counts of references.
   *
   * @param counted the number of resources whose count ever changed, of {@code count}
   */
  record References(long counted, long count, int min, int max, long retained, long released)
      implements NumberReason {
    @Override
    public boolean countsItsOwn() {
      return counted < count;
    }

    @Override
    public Reason withoutCounts() {
      return new References(0, 0, 0, 0, 0, 0);
    }

    @Override
    public Reason plus(Reason other) {
      References also = (References) other;
      return new References(
          SaturatedSum.of(counted, also.counted),
          SaturatedSum.of(count, also.count),
          Math.min(min, also.min),
          Math.max(max, also.max),
          SaturatedSum.of(retained, also.retained),
          SaturatedSum.of(released, also.released));
    }
  }
}
