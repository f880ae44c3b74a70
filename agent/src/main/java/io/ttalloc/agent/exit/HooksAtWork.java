package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.LiveThreads;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for threads that were inside a hook when the probe was switched off. Until such a thread
 * has left the hook, its records are incomplete, and a busy machine may not schedule the thread for
 * a while.
 */
public final class HooksAtWork {
  private static final Set<String> HOOKS = Set.of("java.lang.TtAllocHooks");

  /**
   * The class of the threads that carry virtual threads. No list of threads contains the virtual
   * threads themselves.
   */
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private HooksAtWork() {}

  /** Waits for a bounded time; false if a thread may still be inside a hook. */
  public static boolean haveEnded() {
    return haveEnded(HOOKS, PATIENCE_NANOS);
  }

  static boolean haveEnded(Set<String> hooks, long patienceNanos) {
    long deadline = System.nanoTime() + patienceNanos;
    try {
      while (true) {
        Thread[] threads = LiveThreads.all();
        if (hasCarrier(threads)) {
          return false;
        }
        if (!isAnyIn(hooks, threads)) {
          return true;
        }
        if (System.nanoTime() - deadline >= 0) {
          return false;
        }
        LockSupport.parkNanos(STEP_NANOS);
      }
    } catch (Throwable e) {
      // A subclass of Thread may override getStackTrace and throw anything there.
      return false;
    }
  }

  private static boolean hasCarrier(Thread[] threads) {
    for (Thread thread : threads) {
      if (thread.getClass().getName().equals(CARRIER)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnyIn(Set<String> hooks, Thread[] threads) {
    for (Thread thread : threads) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        if (hooks.contains(frame.getClassName())) {
          return true;
        }
      }
    }
    return false;
  }
}
