package io.ttalloc.ledger;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The daemon thread that makes a ledger longer ahead of need, and what it has made.
 *
 * <p>Whoever needs a segment takes one that is ready, by one compare-and-set. If none is, it waits
 * for {@link #PATIENCE_NANOS} at most, without parking: that would eat a permit that the
 * application waits for. Once that was in vain some times, nobody waits until the file is longer.
 * When the file cannot grow, nobody waits; it is tried again after a second.
 */
final class Growth extends Thread {
  /** A thread of the application may wait 10 ms in a hook at most. */
  static final long PATIENCE_NANOS = 8_000_000;

  private static final long RETRY_NANOS = 1_000_000_000;
  static final int MOST_AHEAD = 32;
  private static final int SPINS = 64;

  private final SegmentedFile file;

  /** The number of the next segment that is taken. */
  private final AtomicInteger next = new AtomicInteger(1);

  /** How many segments are to be ready: twice as many each time that the last one was taken. */
  private volatile int ahead = 2;

  private volatile @Nullable Loss failure;
  private volatile Loss lastLoss = Loss.CANNOT_GROW;
  private volatile boolean ended;

  /** So many waits in vain, and nobody waits any more until the file is longer. */
  private static final int MOST_IN_VAIN = 8;

  /** How long the file was when somebody waited in vain, and how often that was; inexact. */
  private volatile int awaitedAt;

  private volatile int inVain;

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

  /** The number of a segment that is now the caller's; 0 if there is none. */
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
          ahead = Math.min(MOST_AHEAD, ahead * 2);
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
      "ThreadPriorityCheck") // Parking would eat a permit that the application waits for.
  private int await() {
    LockSupport.unpark(this);
    long start = System.nanoTime();
    for (int turn = 0; ; turn++) {
      Loss why = ended ? Loss.CANNOT_GROW : failure;
      // Behind it: whatever was made before the failure is seen here.
      int number = takeReady();
      if (number != 0) {
        return number;
      }
      if (why != null) {
        lastLoss = why;
        return 0;
      }
      int count = file.count();
      boolean hopeless = awaitedAt == count && inVain >= MOST_IN_VAIN;
      if (hopeless || System.nanoTime() - start > PATIENCE_NANOS) {
        inVain = awaitedAt == count ? inVain + 1 : 1;
        awaitedAt = count;
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
      // Whoever interrupts all threads of a process means others: parking must go on to work.
      boolean ignored = Thread.interrupted();
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
    // Known even while some are ready: whoever comes when they are used up must not wait.
    failure = why;
    if (why != null) {
      long start = System.nanoTime();
      while (!ended && System.nanoTime() - start < RETRY_NANOS) {
        LockSupport.parkNanos(this, RETRY_NANOS);
        boolean ignored = Thread.interrupted();
      }
    }
  }

  void end() {
    ended = true;
    LockSupport.unpark(this);
  }
}
