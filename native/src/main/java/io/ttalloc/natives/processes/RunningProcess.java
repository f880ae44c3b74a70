package io.ttalloc.natives.processes;

/**
 * A running process.
 *
 * @param startTicks when it started, in an unspecified unit, which can only be compared for
 *     equality; {@link #UNKNOWN} if it cannot be determined
 * @param startedAtNanos when it started, in nanoseconds since 1970, accurate to about a second;
 *     {@link #UNKNOWN} if it cannot be determined
 * @param name the short name from the operating system; may contain any characters
 */
public record RunningProcess(int pid, long startTicks, long startedAtNanos, String name) {
  public static final long UNKNOWN = -1;

  /** Starts are known to the second, and two clocks are compared. */
  private static final long SLACK_NANOS = 2_000_000_000L;

  /** Whether this can be the same process as an earlier one of the same id. */
  public boolean mayBe(RunningProcess earlier) {
    return startTicks == UNKNOWN
        || earlier.startTicks == UNKNOWN
        || startTicks == earlier.startTicks;
  }

  /** Whether it has certainly started after a moment, in nanoseconds since 1970. */
  public boolean startedAfter(long epochNanos) {
    return startedAtNanos != UNKNOWN && startedAtNanos - SLACK_NANOS > epochNanos;
  }
}
