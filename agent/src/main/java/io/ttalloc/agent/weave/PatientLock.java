package io.ttalloc.agent.weave;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for which a thread may wait while it is loading a class. The holder of the lock may need a
 * lock that the waiting thread holds, so the wait is bounded. Thread-safe.
 */
final class PatientLock {
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Acquires the lock; false if another thread holds it for too long. An interrupt does not end the
   * wait; the interrupt status is set again afterwards.
   */
  boolean lockInTime(long millis) {
    // First without a timeout: the timed form fails on a thread that has been interrupted.
    if (lock.tryLock()) {
      return true;
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }
}
