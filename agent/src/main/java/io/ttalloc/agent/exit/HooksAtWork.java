package io.ttalloc.agent.exit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for threads that were inside a hook when the probe was switched off: what they write is not
 * whole before they are out, and the machine may have other things to do than to let them go on.
 */
final class HooksAtWork {
  private static final String HOOKS = "java.lang.TtAllocHooks";

  /** Virtual threads run on these; no JVM tells where those are. */
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private HooksAtWork() {}

  /** Waits for a bounded time; false if some may still be at work. */
  static boolean haveEnded() {
    return haveEnded(HOOKS, PATIENCE_NANOS);
  }

  static boolean haveEnded(String hooks, long patienceNanos) {
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
    } catch (RuntimeException | OutOfMemoryError e) {
      // A thread of the application's may have its own idea of what a stack is.
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

  private static boolean isAnyIn(String hooks, Thread[] threads) {
    for (Thread thread : threads) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        if (frame.getClassName().equals(hooks)) {
          return true;
        }
      }
    }
    return false;
  }
}
