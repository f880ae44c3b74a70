package io.ttalloc.agent.exit;

import io.ttalloc.agent.loading.SecurityChecks;
import jdk.internal.misc.TerminatingThreadLocal;

/**
 * Runs what is registered for the exit when the main thread ends, in a JVM that then ends without
 * its shutdown hooks.
 *
 * <p>It runs them on a thread that it makes when the main thread has ended, and making one asks the
 * security manager. If that refuses, the JVM runs no hook, waits for no thread and ends with the
 * status of the main thread. So a process that leaks would pass, and say nothing.
 */
public final class MainThreadEnd extends TerminatingThreadLocal<ThreadGroup> {
  /** The name that the JVM gives to its thread. */
  private static final String DESTROYER = "DestroyJavaVM";

  private MainThreadEnd() {}

  /**
   * Prepares for managers that the application may install.
   *
   * @param late whether the application runs already, and this is another thread than the main one
   */
  public static void prepare(boolean late) {
    if (!late && SecurityChecks.mayBeMade()) {
      new MainThreadEnd().set(Thread.currentThread().getThreadGroup());
    }
  }

  @Override
  protected void threadTerminated(ThreadGroup ofMain) {
    if (SecurityChecks.areOfTheApplication() && isRefused(ofMain)) {
      ShutdownOrder.runAll();
    }
  }

  /** Whether the JVM cannot make its thread. */
  private static boolean isRefused(ThreadGroup ofMain) {
    try {
      Thread ignored = new Thread(ofMain, DESTROYER);
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }
}
