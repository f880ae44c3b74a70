package io.ttalloc.probe.hook;

import org.jspecify.annotations.Nullable;

/**
 * Prevents hooks from allocating while the heap is full: a failed allocation costs a full
 * collection, which the application has to wait for, and even so the event is not recorded.
 *
 * <p>After a failure no hook allocates until memory has become free, or until {@link #SPARED} times
 * the duration of the failed attempt has passed, so that hooks never waste more than a twentieth of
 * the time. Thread-safe; a race permits at most one more attempt.
 */
public class FullHeap {
  /**
   * A heap is considered not full if more than 1/FULL of it is available. Even a full heap may have
   * much memory available: no thread can allocate the space reserved for survivors.
   */
  private static final int FULL = 4;

  /** Memory counts as freed if at least 1/FREED of the heap has become available. */
  private static final int FREED = 32;

  private static final int SPARED = 20;
  private static final long MIN_NANOS = 100_000_000;
  private static final long MAX_NANOS = 60_000_000_000L;

  /** The time of the next attempt, by {@link #nanos}; 0 if the heap is not known to be full. */
  private volatile long due;

  /** The time at which the last attempt began. Used only while the heap is known to be full. */
  private volatile long tried;

  /** The bytes that were available when the last attempt failed. */
  private volatile long left;

  /**
   * Whether hooks must not allocate now. A caller that gets false must report the outcome of its
   * allocations.
   */
  public final boolean holdsOff() {
    long next = due;
    return next != 0 && holdsOff(next);
  }

  private boolean holdsOff(long next) {
    long now = nanos();
    if (now - next < 0 && isStillFull()) {
      return true;
    }
    tried = now;
    // Until the outcome of this attempt is known, other threads do not allocate.
    due = now + MIN_NANOS | 1;
    return false;
  }

  private boolean isStillFull() {
    long available = available();
    long max = maxBytes();
    return available <= max / FULL && available - left <= max / FREED;
  }

  /** An allocation has failed. */
  final void failed() {
    long now = nanos();
    long took = due == 0 ? 0 : now - tried;
    long pause = Math.max(MIN_NANOS, Math.min(MAX_NANOS, SPARED * took));
    tried = now;
    left = available();
    due = now + pause | 1;
  }

  /** Reports that everything needed could be allocated. */
  public final void sufficed() {
    if (due != 0) {
      due = 0;
    }
  }

  /**
   * Calls {@link #failed} if a Throwable has no stack, otherwise {@link #sufficed}: if the heap is
   * full, the JVM omits the stack instead of throwing an error.
   *
   * @param filled the Throwable; null if its stack is known to be complete
   */
  public final void sufficedFor(@Nullable Throwable filled) {
    if (filled != null && filled.getStackTrace().length == 0) {
      failed();
    } else {
      sufficed();
    }
  }

  long nanos() {
    return System.nanoTime();
  }

  /**
   * The number of free bytes in the heap plus the number of bytes by which the heap can still grow;
   * 0 while the heap waits for a collection.
   */
  long available() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  long maxBytes() {
    return Runtime.getRuntime().maxMemory();
  }
}
