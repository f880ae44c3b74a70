package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;

/** Evidence from series of numbers and from counts. */
public sealed interface NumberReason extends Reason {
  /**
   * The number or the bytes of open resources rise.
   *
   * @param bytes whether the bytes rise rather than the number
   * @param values the values after each cycle
   * @param cycles the number of cycles; set even if {@code values} is empty
   */
  record Grows(boolean bytes, List<Long> values, int cycles) implements NumberReason {
    public Grows {
      values = List.copyOf(values);
    }
  }

  /**
   * The resources were opened evenly over the run. Used only for runs with too few marks to judge
   * by cycles.
   *
   * @param nanos the time from the first opening to the last
   * @param probability the probability that openings at a constant rate are at least as early or as
   *     late as these
   */
  record OpenedEvenly(long count, long nanos, double probability) implements NumberReason {}

  /**
   * The reference counts of the resources, and how often they were changed.
   *
   * @param counted how many of the {@code count} resources had their reference count changed at
   *     least once
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
