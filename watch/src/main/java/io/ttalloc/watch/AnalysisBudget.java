package io.ttalloc.watch;

/**
 * Limits the processor time that analyses take to a share of the time that passes. What was not
 * used can be saved up, to a limit. Not thread-safe.
 */
final class AnalysisBudget {
  static final long MAX_SAVED_NANOS = 500_000_000L;

  /** Enough to judge a usual set of ledgers at once when the watch begins, by code that is cold. */
  static final long FIRST_NANOS = 3_000_000_000L;

  private final double share;
  private long leftNanos = FIRST_NANOS;
  private long atNanos;

  /**
   * A budget with more than can be saved later.
   *
   * @param share of one processor, from 0 exclusive to 1
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

  /** Notes the processor time that an analysis took. */
  void spend(long nanos) {
    leftNanos -= Math.max(0, nanos);
  }
}
