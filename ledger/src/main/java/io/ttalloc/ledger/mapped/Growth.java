package io.ttalloc.ledger.mapped;

import io.ttalloc.ledger.Loss;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The daemon thread that extends a ledger ahead of need, and the segments that are ready for use.
 *
 * <p>A thread that needs a segment takes a ready one with one compare-and-set. If there is none, it
 * waits for at most {@link #PATIENCE_NANOS}, without parking, which could consume a permit that the
 * application waits for. After {@link #MAX_TIMEOUTS} such timeouts, threads return without a
 * segment instead of waiting; they wait again once the file has grown. If the file cannot grow, no
 * thread waits, and growing is retried after a second.
 *
 * <p>Public so that hooks can ignore what this thread opens.
 */
public final class Growth extends Thread {
  /**
   * The maximum time that a thread waits for a segment, less than the 10 ms for which a hook may
   * delay a thread of the application.
   */
  static final long PATIENCE_NANOS = 8_000_000;

  /**
   * The number of timeouts after which threads stop waiting. They wait again once the file has
   * grown.
   */
  private static final int MAX_TIMEOUTS = 8;

  private static final long RETRY_NANOS = 1_000_000_000;
  static final int MAX_AHEAD = 32;
  private static final int SPINS = 64;

  private final SegmentedFile file;

  /** The number of the next segment to hand out. */
  private final AtomicInteger next = new AtomicInteger(1);

  /**
   * The number of segments that should be ready; doubled whenever the last ready segment is taken.
   */
  private volatile int ahead = 2;

  private volatile @Nullable Loss failure;
  private volatile Loss lastLoss = Loss.CANNOT_GROW;
  private volatile boolean ended;

  /** The number of segments at the last timeout. */
  private volatile int timedOutAt;

  /** The number of timeouts since the file last grew; inexact if threads time out concurrently. */
  private volatile int timeouts;

  Growth(SegmentedFile file) {
    super(systemGroup(), null, "tt-alloc-growth", 0, false);
    this.file = file;
    setDaemon(true);
    setContextClassLoader(null);
  }

  private static ThreadGroup systemGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /** Takes a segment and returns its number; 0 if there is none. */
  int take() {
    int number = takeReady();
    return number != 0 ? number : await();
  }

  private int takeReady() {
    int number = next.get();
    while (number < file.count()) {
      if (next.compareAndSet(number, number + 1)) {
        int left = file.count() - number - 1;
        if (left == 0) {
          ahead = Math.min(MAX_AHEAD, ahead * 2);
        }
        if (left < ahead) {
          LockSupport.unpark(this);
        }
        return number;
      }
      number = next.get();
    }
    return 0;
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // Parking could consume a permit that the application waits for.
  private int await() {
    LockSupport.unpark(this);
    long start = System.nanoTime();
    for (int turn = 0; ; turn++) {
      Loss why = ended ? Loss.CANNOT_GROW : failure;
      // The failure is read before this attempt, so that the attempt finds all segments that were
      // added before the failure.
      int number = takeReady();
      if (number != 0) {
        return number;
      }
      if (why != null) {
        lastLoss = why;
        return 0;
      }
      int count = file.count();
      boolean hopeless = timedOutAt == count && timeouts >= MAX_TIMEOUTS;
      if (hopeless || System.nanoTime() - start > PATIENCE_NANOS) {
        timeouts = timedOutAt == count ? timeouts + 1 : 1;
        timedOutAt = count;
        lastLoss = Loss.GREW_TOO_SLOWLY;
        return 0;
      }
      if (turn < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  Loss whyNot() {
    return lastLoss;
  }

  @Override
  public void run() {
    while (!ended) {
      if (!isWanted()) {
        LockSupport.park(this);
      } else {
        growOnce();
      }
      // The interrupt is cleared because an application may interrupt all threads, and park()
      // returns at once while the thread is interrupted.
      boolean unused = Thread.interrupted();
    }
  }

  private boolean isWanted() {
    return file.count() - next.get() < ahead;
  }

  private void growOnce() {
    Loss why = null;
    try {
      if (file.isAtLimit()) {
        why = Loss.AT_LIMIT;
      } else {
        file.grow();
      }
    } catch (IOException e) {
      why = Loss.CANNOT_GROW;
    } catch (Throwable e) {
      why = e instanceof OutOfMemoryError ? Loss.NO_HEAP : Loss.CANNOT_GROW;
    }
    // Set even while segments are ready, so that a thread that later finds none does not wait.
    failure = why;
    if (why != null) {
      long start = System.nanoTime();
      while (!ended && System.nanoTime() - start < RETRY_NANOS) {
        LockSupport.parkNanos(this, RETRY_NANOS);
        boolean unused = Thread.interrupted();
      }
    }
  }

  void end() {
    ended = true;
    LockSupport.unpark(this);
  }
}
