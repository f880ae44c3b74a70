package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/**
 * Runs a task when the application's own shutdown hooks have ended: what one of them closes is not
 * a leak.
 *
 * <p>The JVM runs its hooks by slots; ordinary ones share slot 1 and are joined before the next
 * slot starts. Slots 0 to 2 are the JDK's, the last is 9; one that is taken is refused with an
 * error.
 */
final class ShutdownOrder {
  private static final int FIRST = 3;
  private static final int LAST = 9;

  private ShutdownOrder() {}

  /** Says, while there is time to do something about it, that no status can be set at the end. */
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
          // The next lower slot.
        }
      }
      return false;
    } catch (LinkageError | RuntimeException e) {
      return false;
    }
  }
}
