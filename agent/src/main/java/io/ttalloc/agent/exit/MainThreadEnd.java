package io.ttalloc.agent.exit;

import io.ttalloc.agent.loading.SecurityChecks;
import jdk.internal.misc.TerminatingThreadLocal;

/**
 * Runs the code that is registered for the exit when the main thread ends, in a JVM that would
 * otherwise end without running its shutdown hooks.
 *
 * <p>The JVM runs the hooks on a thread that it creates after the main thread has ended, and the
 * security manager may forbid the creation of this thread. If so, the JVM runs no hook, waits for
 * no thread and ends with the status of the main thread. A process that leaks would then pass
 * without a message.
 */
public final class MainThreadEnd extends TerminatingThreadLocal<ThreadGroup> {
  /** The name of the thread that the JVM creates. */
  private static final String DESTROYER = "DestroyJavaVM";

  private MainThreadEnd() {}

  /**
   * Prepares for a security manager that the application may install.
   *
   * @param late whether the application is already running, so that this is not the main thread
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

  /** Whether the JVM cannot create the thread that runs the hooks. */
  private static boolean isRefused(ThreadGroup ofMain) {
    try {
      Thread ignored = new Thread(ofMain, DESTROYER);
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }
}
