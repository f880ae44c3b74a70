package io.ttalloc.agent.weave.classes;

import io.ttalloc.agent.log.AgentLog;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds classes that are loaded, and loads none.
 *
 * <p>Once the JVM has found a class for a loader, it always finds the same one, whatever class file
 * the loader returns. Therefore a loaded class is authoritative. Asks the JVM, and runs no code of
 * the loader. Thread-safe.
 */
public final class LoadedClasses {
  private static final @Nullable Method FIND = method();

  private LoadedClasses() {}

  private static @Nullable Method method() {
    try {
      Method method = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException | RuntimeException e) {
      AgentLog.of("weave").info("loaded classes cannot be looked up by name ({})", e);
      return null;
    }
  }

  /**
   * The class that a loader has defined under a name, or that the JVM has obtained from it; null if
   * there is none yet.
   *
   * @param name the internal name
   */
  public static @Nullable Class<?> find(ClassLoader loader, String name) {
    if (FIND == null) {
      return null;
    }
    try {
      return (Class<?>) FIND.invoke(loader, name.replace('/', '.'));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }
}
