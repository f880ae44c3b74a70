package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task after the application's own shutdown hooks, since those may still close resources.
 *
 * <p>The JVM runs its hooks by slots; ordinary ones share slot 1 and are joined before the next
 * slot starts. Slots 0 to 2 belong to the JDK, the last is 9. Registering for a slot that is taken
 * throws an error.
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
        "fail-on=leak cannot set the exit status: no late shutdown slot is free, expected one from "
            + FIRST
            + " to "
            + LAST
            + "; leaks will be reported, and the process keeps its own exit status");
  }

  /**
   * Registers a task behind all ordinary hooks and those registered by {@link #registerFirst};
   * false if the JVM does not allow it. Ordinary hooks may be running already.
   */
  static boolean registerLast(Runnable task) {
    for (int slot = LAST; slot >= FIRST; slot--) {
      if (register(slot, task)) {
        return true;
      }
    }
    return false;
  }

  /** Registers a task behind all ordinary hooks, before all others; false if that is impossible. */
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
      // It is taken, it is this slot's turn already, or this JVM does it differently.
      return false;
    }
  }

  /** Runs all that is registered, on this thread, as the JVM would. */
  static void runAll() {
    for (int slot = FIRST; slot <= LAST; slot++) {
      try {
        Runnable task = at(slot);
        if (task != null) {
          task.run();
        }
      } catch (Throwable e) {
        // The JVM goes on with the next slot, too.
      }
    }
  }

  private static @Nullable Runnable at(int slot) {
    synchronized (REGISTERED) {
      return REGISTERED[slot];
    }
  }
}
