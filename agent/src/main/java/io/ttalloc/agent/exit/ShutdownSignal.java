package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.LiveThreads;

/**
 * Detects whether a signal has begun the shutdown of this JVM: SIGTERM, SIGINT or SIGHUP. The
 * sender of such a signal waits for the process to end, and may kill it if that takes too long.
 * Stateless.
 *
 * <p>The JVM handles a signal on a thread that is named after it. This thread then runs the
 * shutdown: it starts threads for ordinary hooks, and runs the late slots itself.
 */
final class ShutdownSignal {
  private static final String BEGIN = "SIG";
  private static final String END = " handler";

  private ShutdownSignal() {}

  /**
   * Whether a signal has begun this shutdown. Must be called on a thread that the shutdown waits
   * for.
   */
  static boolean hasBegunThis() {
    if (isHandler(Thread.currentThread())) {
      return true;
    }
    try {
      for (Thread thread : LiveThreads.all()) {
        if (isHandler(thread)) {
          return true;
        }
      }
    } catch (SecurityException e) {
      // The application's security manager hides the threads.
    }
    return false;
  }

  private static boolean isHandler(Thread thread) {
    String name = thread.getName();
    return name.startsWith(BEGIN) && name.endsWith(END);
  }
}
