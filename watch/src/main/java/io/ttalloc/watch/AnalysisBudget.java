package io.ttalloc.watch;

/**
 * Limits the processor time spent on analyses to a share of the elapsed time. Unused time
 * accumulates, up to a limit. Not thread-safe.
 */
final class AnalysisBudget {
  static final long MAX_SAVED_NANOS = 500_000_000L;

  /**
   * The initial budget: enough to judge a typical set of ledgers when the watch begins and the JVM
   * has not compiled the code yet.
   */
  static final long FIRST_NANOS = 3_000_000_000L;

  private final double share;
  private long leftNanos = FIRST_NANOS;
  private long atNanos;

  /**
   * Creates a budget. The initial budget is larger than what can accumulate later.
   *
   * @param share the share of one processor, greater than 0 and at most 1
   */
  AnalysisBudget(double share, long nowNanos) {
    this.share = share;
    this.atNanos = nowNanos;
  }

  /** Whether another analysis may begin now. */
  boolean allows(long nowNanos) {
    long passed = Math.max(0, nowNanos - atNanos);
    long most = Math.max(MAX_SAVED_NANOS, leftNanos);
    leftNanos = Math.min(most, leftNanos + (long) (passed * share));
    atNanos = nowNanos;
    return leftNanos > 0;
  }

  /** Subtracts the processor time that an analysis took. */
  void spend(long nanos) {
    leftNanos -= Math.max(0, nanos);
  }
}
