package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

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

  private ShutdownOrder() {}

  /** Prints, early in the run, that the exit status cannot be set. */
  static void tellThatTheStatusStays() {
    Console.line(
        "fail-on=leak cannot set the exit status: no late shutdown slot is free, expected one from "
            + FIRST
            + " to "
            + LAST
            + "; leaks will be reported, and the process keeps its own exit status");
  }

  /** Registers a task behind all ordinary hooks; false if the JVM does not allow it. */
  static boolean registerLast(Runnable task) {
    try {
      JavaLangAccess access = SharedSecrets.getJavaLangAccess();
      for (int slot = LAST; slot >= FIRST; slot--) {
        try {
          access.registerShutdownHook(slot, false, task);
          return true;
        } catch (InternalError taken) {
          // Try the next lower slot.
        }
      }
      return false;
    } catch (LinkageError | RuntimeException e) {
      return false;
    }
  }
}
