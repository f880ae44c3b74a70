package io.ttalloc.agent.loading;

import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * Makes threads of the agent that keep no class loader of the application.
 *
 * <p>Before JDK 24 a thread keeps the access control context in which it is made, and with it the
 * protection domains and the loaders of all classes that are on the stack then. The agent makes
 * threads wherever the application loads a class; were a plug-in's code below, its loader could
 * never be collected.
 */
public final class OwnContext {
  private static final int WITHOUT_CONTEXTS = 24;

  private OwnContext() {}

  /** The result of an action that runs with nothing below this call on the stack. */
  @SuppressWarnings("removal") // Used only where it has an effect, and there is nothing else.
  public static <T extends @Nullable Object> T of(PrivilegedAction<T> action) {
    return Runtime.version().feature() < WITHOUT_CONTEXTS
        ? AccessController.doPrivileged(action)
        : action.run();
  }
}
