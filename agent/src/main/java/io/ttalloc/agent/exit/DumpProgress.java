package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import java.util.concurrent.TimeUnit;

/**
 * The progress of the dump at exit. A report may take a long time, but a dump that is stuck (on a
 * pipe without a reader, a disk that does not respond, a lock that is never released) must not
 * prevent the JVM from exiting. Thread-safe; allocates nothing.
 */
final class DumpProgress {
  private final long limitNanos;
  private volatile long stepNanos;
  private volatile String step = "";

  DumpProgress(int limitSeconds) {
    limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
  }

  /**
   * Starts a step, which ends the previous one.
   *
   * @param doing what the step does, in words that follow "while it was"
   */
  void begin(String doing) {
    step = doing;
    stepNanos = System.nanoTime();
  }

  /** The current step, in words that follow "while it was". */
  String step() {
    return step;
  }

  /**
   * Waits for the thread of the dump, even if the calling thread is interrupted: the JVM exits when
   * this method returns.
   *
   * @param maxSeconds the time limit for the whole dump
   * @return whether the thread has ended; if not, it has made no progress within the limit, or the
   *     whole dump has taken too long
   */
  boolean await(Thread thread, int maxSeconds) {
    boolean interrupted = false;
    long max = TimeUnit.SECONDS.toNanos(maxSeconds);
    long begin = System.nanoTime();
    long left = Math.min(limitNanos, max);
    while (left > 0 && thread.isAlive()) {
      try {
        // Never 0, which would mean no timeout.
        thread.join(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = Math.min(limitNanos - sinceProgress(), max - (System.nanoTime() - begin));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Nanoseconds since the last progress. Pieces written to standard error count as progress. */
  private long sinceProgress() {
    long now = System.nanoTime();
    return Math.min(now - stepNanos, now - Console.progressNanos());
  }
}
