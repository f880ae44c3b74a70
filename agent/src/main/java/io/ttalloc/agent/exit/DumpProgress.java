package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import java.util.concurrent.TimeUnit;

/**
 * When the dump at exit last got on. A report may take long, but one that stands still (a pipe that
 * nobody reads, a disk that does not answer, a lock that nobody frees) must not keep a JVM from
 * ending. Thread-safe; allocates nothing.
 */
final class DumpProgress {
  private final long limitNanos;
  private volatile long stepNanos;
  private volatile String step = "";

  DumpProgress(int limitSeconds) {
    limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
  }

  /**
   * A step begins; the one before has ended.
   *
   * @param doing what it does, as what follows "while it was"
   */
  void begin(String doing) {
    step = doing;
    stepNanos = System.nanoTime();
  }

  /** What the last step does, as what follows "while it was". */
  String step() {
    return step;
  }

  /**
   * Waits for the thread of the dump, whatever happens to the calling one: the JVM is gone when it
   * returns.
   *
   * @return whether it has ended; if not, it has stood still for the limit
   */
  boolean await(Thread thread) {
    boolean interrupted = false;
    long left = limitNanos;
    while (left > 0 && thread.isAlive()) {
      try {
        // Never 0, which would be for ever.
        thread.join(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = limitNanos - sinceProgress();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** What is written to standard error gets on piece by piece. */
  private long sinceProgress() {
    long now = System.nanoTime();
    return Math.min(now - stepNanos, now - Console.progressNanos());
  }
}
