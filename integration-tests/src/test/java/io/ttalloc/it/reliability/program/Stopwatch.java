package io.ttalloc.it.reliability.program;

/** Measures the longest operation of one thread, as that thread experiences it. For one thread. */
public final class Stopwatch {
  private long startedNanos;
  private long maxNanos;

  /** An operation begins. */
  public void start() {
    startedNanos = System.nanoTime();
  }

  /** The operation that began last has ended. */
  public void stop() {
    maxNanos = Math.max(maxNanos, System.nanoTime() - startedNanos);
  }

  /** The longest operation so far. */
  public long maxNanos() {
    return maxNanos;
  }
}
