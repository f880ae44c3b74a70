package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task after the application's own shutdown hooks, since these hooks may still close
 * resources.
 *
 * <p>The JVM runs its hooks slot by slot. Ordinary hooks share slot 1 and are joined before the
 * next slot starts. Slots 0 to 2 belong to the JDK; the last slot is 9. Registering for an occupied
 * slot throws an error.
 */
final class ShutdownOrder {
  private static final int FIRST = 3;
  private static final int LAST = 9;

  /** The registered hooks by slot; guarded by itself. */
  private static final @Nullable Runnable[] REGISTERED = new @Nullable Runnable[LAST + 1];

  private ShutdownOrder() {}

  /** Prints, early in the run, that the exit status cannot be set. */
  static void warnThatTheStatusStays() {
    Console.line(
        "fail-on cannot set the exit status: none of the JVM's late shutdown slots ("
            + FIRST
            + " to "
            + LAST
            + ") is free; leaks will be reported, but the process keeps its own exit status");
  }

  /**
   * Registers a task to run after all ordinary hooks and after the task registered by {@link
   * #registerFirst}. Returns false if no slot is available. May be called while ordinary hooks are
   * running.
   */
  static boolean registerLast(Runnable task) {
    for (int slot = LAST; slot >= FIRST; slot--) {
      if (register(slot, task)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Registers a task to run after all ordinary hooks and before all other tasks. Returns false if
   * the slot for this task is not available.
   */
  static boolean registerFirst(Runnable task) {
    return register(FIRST, task);
  }

  private static boolean register(int slot, Runnable task) {
    try {
      SharedSecrets.getJavaLangAccess().registerShutdownHook(slot, true, task);
      synchronized (REGISTERED) {
        REGISTERED[slot] = task;
      }
      return true;
    } catch (InternalError | LinkageError | RuntimeException e) {
      // The slot is occupied or has already run, or this JVM works differently.
      return false;
    }
  }

  /** Runs all registered tasks on this thread, in the order in which the JVM would run them. */
  static void runAll() {
    for (int slot = FIRST; slot <= LAST; slot++) {
      try {
        Runnable task = at(slot);
        if (task != null) {
          task.run();
        }
      } catch (Throwable e) {
        // Ignored, since the JVM would also continue with the next slot.
      }
    }
  }

  private static @Nullable Runnable at(int slot) {
    synchronized (REGISTERED) {
      return REGISTERED[slot];
    }
  }
}
