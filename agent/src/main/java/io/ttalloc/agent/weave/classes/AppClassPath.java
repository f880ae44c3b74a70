package io.ttalloc.agent.weave.classes;

import io.ttalloc.agent.log.AgentLog;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.Map;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;
import org.jspecify.annotations.Nullable;

/**
 * The class path of the JVM, read from the jars that the application loader has open. If that
 * loader were asked for the location of a file, it would look in each module of the JDK first, and
 * the jar would have to be opened once more. Thread-safe.
 */
final class AppClassPath {
  private static final ClassLoader LOADER = ClassLoader.getSystemClassLoader();

  /** The application loader's class path; null if this JDK stores it elsewhere. */
  private static final @Nullable URLClassPath PATH = (URLClassPath) field("ucp", LOADER);

  /**
   * The modules that the JDK's loaders know, by package; null if this JDK stores them elsewhere.
   */
  private static final @Nullable Map<?, ?> MODULES = (Map<?, ?>) field("packageToModule", null);

  private AppClassPath() {}

  private static @Nullable Object field(String name, @Nullable ClassLoader of) {
    try {
      Field field =
          Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null)
              .getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException | RuntimeException e) {
      AgentLog.of("weave")
          .info("the class path of the application class loader cannot be read directly ({})", e);
      return null;
    }
  }

  /**
   * Whether the class path is the only place where a loader finds classes of a package.
   *
   * @param resource the path of a class file of the package
   */
  static boolean isOnlySourceOf(ClassLoader loader, String resource) {
    return loader == LOADER && PATH != null && !mayBeInModule(resource);
  }

  /** Whether one of the JDK's loaders may find a class file in a module. */
  static boolean mayBeInModule(String resource) {
    int folder = resource.lastIndexOf('/');
    return MODULES == null
        || (folder >= 0 && MODULES.containsKey(resource.substring(0, folder).replace('/', '.')));
  }

  /** Reads a file; null if it does not exist. */
  static <T> @Nullable T read(String resource, ClassFiles.Content<T> content) throws IOException {
    Resource found = PATH == null ? null : PATH.getResource(resource);
    if (found == null) {
      return null;
    }
    try (InputStream in = found.getInputStream()) {
      return content.read(in);
    }
  }
}
