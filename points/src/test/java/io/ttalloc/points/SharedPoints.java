package io.ttalloc.points;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Called by classes woven by {@link SharedAccessWeaver}. On a thread that is not {@linkplain
 * ControlledThread controlled}, every method behaves like the original code.
 */
@SuppressWarnings("NamedLikeContextualKeyword") // Named like the call that it replaces.
public final class SharedPoints {
  private SharedPoints() {}

  private static @Nullable ControlledThread controlled() {
    return Thread.currentThread() instanceof ControlledThread thread && thread.isControlled()
        ? thread
        : null;
  }

  /**
   * Called before an access.
   *
   * @param place the index of the accessed element, 0 if there is none
   */
  public static void access(Object target, int place, int site) {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.access(thread, target, place, site);
    }
  }

  /** Called before a monitor is entered. */
  public static void lock(Object monitor, int site) {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.lock(thread, monitor, site);
    }
  }

  /** Called just before or just after a monitor is left. */
  public static void unlock(Object monitor) {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.unlock(monitor);
    }
  }

  /** Called before a hook. */
  static void hookBegins() {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.hookBegins(thread);
    }
  }

  /** Called before a loop in which the thread waits for another one. */
  public static void waitsForAnother(int site) {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.waitsForAnother(site);
    }
  }

  private static boolean letsOthersRun() {
    ControlledThread thread = controlled();
    if (thread != null) {
      thread.execution.waits(thread);
    }
    return thread != null;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Replaces the same call in the probe.
  public static void yield() {
    if (!letsOthersRun()) {
      Thread.yield();
    }
  }

  public static void onSpinWait() {
    if (!letsOthersRun()) {
      Thread.onSpinWait();
    }
  }

  public static void sleep(long millis) throws InterruptedException {
    if (!letsOthersRun()) {
      Thread.sleep(millis);
    }
  }

  public static void park() {
    if (!letsOthersRun()) {
      LockSupport.park();
    }
  }

  public static void park(Object blocker) {
    if (!letsOthersRun()) {
      LockSupport.park(blocker);
    }
  }

  public static void parkNanos(long nanos) {
    if (!letsOthersRun()) {
      LockSupport.parkNanos(nanos);
    }
  }

  public static void parkNanos(Object blocker, long nanos) {
    if (!letsOthersRun()) {
      LockSupport.parkNanos(blocker, nanos);
    }
  }
}
