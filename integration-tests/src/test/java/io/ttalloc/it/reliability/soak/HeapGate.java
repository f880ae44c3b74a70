package io.ttalloc.it.reliability.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Admits either many threads, or a single one that takes the whole heap. It does not use a JDK
 * lock, because JDK locks allocate memory when a thread has to wait, and at that time there is no
 * heap left.
 */
final class HeapGate {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean closed;

  /** Waits while the gate is closed. */
  void enter() {
    while (true) {
      while (closed) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      inside.incrementAndGet();
      if (!closed) {
        return;
      }
      inside.decrementAndGet();
    }
  }

  void leave() {
    inside.decrementAndGet();
  }

  /** Closes the gate and waits until no thread is inside. Only one thread may call this. */
  void close() {
    closed = true;
    while (inside.get() != 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  void open() {
    closed = false;
  }
}
