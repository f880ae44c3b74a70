package io.ttalloc.it.reliability.program;

/** Measures the longest operation of one thread, as that thread experiences it. Not thread-safe. */
public final class Stopwatch {
  private long startedNanos;
  private long maxNanos;

  /** Called when an operation begins. */
  public void start() {
    startedNanos = System.nanoTime();
  }

  /** Called when the operation has ended. */
  public void stop() {
    maxNanos = Math.max(maxNanos, System.nanoTime() - startedNanos);
  }

  /** The duration of the longest operation so far, in nanoseconds. */
  public long maxNanos() {
    return maxNanos;
  }
}
