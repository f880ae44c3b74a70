package io.ttalloc.agent.loading;

import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * Creates threads of the agent that keep no class loader of the application reachable.
 *
 * <p>Before JDK 24, a thread keeps the access control context in which it was created, and with it
 * the protection domains and the loaders of all classes on the stack at that time. The agent
 * creates threads wherever the application loads a class; if a plug-in's code is on the stack, the
 * plug-in's loader could never be collected.
 */
public final class OwnContext {
  private static final int WITHOUT_CONTEXTS = 24;

  private OwnContext() {}

  /**
   * Runs an action in an access control context without the callers of this method, and returns the
   * result of the action.
   */
  @SuppressWarnings("removal") // Used only where it has an effect; there is no replacement.
  public static <T extends @Nullable Object> T of(PrivilegedAction<T> action) {
    return Runtime.version().feature() < WITHOUT_CONTEXTS
        ? AccessController.doPrivileged(action)
        : action.run();
  }

  /** Starts a daemon thread without a context class loader. */
  public static Thread start(String name, long stackBytes, Runnable task) {
    Thread thread = of(() -> new Thread(rootGroup(), task, name, stackBytes, false));
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
    return thread;
  }

  /**
   * The thread group at the top of the hierarchy; it remains when the application's groups are
   * gone.
   */
  public static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
