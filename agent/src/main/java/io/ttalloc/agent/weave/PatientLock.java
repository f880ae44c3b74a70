package io.ttalloc.agent.weave;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for which a thread waits that is loading a class. The one that has it may need the lock of
 * a loader that the waiting thread holds, so the wait is bounded. Thread-safe.
 */
final class PatientLock {
  static final long PATIENCE_MILLIS = 2_000;

  private final ReentrantLock lock = new ReentrantLock();

  /** Takes the lock; false if another thread keeps it for too long. */
  boolean lockInTime() {
    // First without a timeout: the timed form fails on a thread that is interrupted.
    if (lock.tryLock()) {
      return true;
    }
    try {
      return lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void unlock() {
    lock.unlock();
  }

  boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }
}
