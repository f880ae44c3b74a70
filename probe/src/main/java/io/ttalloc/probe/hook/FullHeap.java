package io.ttalloc.probe.hook;

import org.jspecify.annotations.Nullable;

/**
 * Keeps hooks from allocating where the heap is full: an allocation that fails costs a full
 * collection, which the application has to wait for, and records nothing.
 *
 * <p>After a failure nothing is tried until something has become free, or until {@link #SPARED}
 * times the duration of the failure has passed, so that hooks never waste more than a twentieth of
 * the time. Thread-safe; races only let one more attempt through.
 */
public class FullHeap {
  /**
   * A heap is not full if more than one part in this many is available. A full heap may still have
   * much available: no thread can allocate the space reserved for survivors.
   */
  private static final int FULL = 4;

  /** Something has become free if it is at least one part in this many of the heap. */
  private static final int FREED = 32;

  private static final int SPARED = 20;
  private static final long MIN_NANOS = 100_000_000;
  private static final long MAX_NANOS = 60_000_000_000L;

  /** When the next attempt is due, by {@link #nanos}; 0 if the heap is not known to be full. */
  private volatile long due;

  /** When the last attempt began, while the heap is known to be full. */
  private volatile long tried;

  /** The bytes that were available when the last attempt failed. */
  private volatile long left;

  /** Whether to allocate nothing now. An attempt that is let through has to report how it ended. */
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
    // The other threads wait for the outcome of this attempt.
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

  /** Everything that was needed could be allocated. */
  public final void sufficed() {
    if (due != 0) {
      due = 0;
    }
  }

  /**
   * The same, unless the JVM has left a Throwable without its stack: it throws nothing if that does
   * not fit.
   *
   * @param filled null if it has its stack
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

  /** Bytes that the heap still has, or can still get; 0 while it waits for a collection. */
  long available() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  long maxBytes() {
    return Runtime.getRuntime().maxMemory();
  }
}
