package io.ttalloc.natives.processes;

/**
 * A running process.
 *
 * @param startTicks the start time in an unspecified unit, which can only be compared for equality;
 *     {@link #UNKNOWN} if it cannot be determined
 * @param startedAtNanos the start time in nanoseconds since 1970, accurate to about a second;
 *     {@link #UNKNOWN} if it cannot be determined
 * @param name the short name from the operating system; may contain any characters
 */
public record RunningProcess(int pid, long startTicks, long startedAtNanos, String name) {
  public static final long UNKNOWN = -1;

  /**
   * Allows for start times that are only accurate to a second, and for the difference between two
   * clocks.
   */
  private static final long SLACK_NANOS = 2_000_000_000L;

  /** Whether this may be the same process as one that had the same id earlier. */
  public boolean mayBe(RunningProcess earlier) {
    return startTicks == UNKNOWN
        || earlier.startTicks == UNKNOWN
        || startTicks == earlier.startTicks;
  }

  /** Whether this process certainly started after the given time, in nanoseconds since 1970. */
  public boolean startedAfter(long epochNanos) {
    return startedAtNanos != UNKNOWN && startedAtNanos - SLACK_NANOS > epochNanos;
  }
}
