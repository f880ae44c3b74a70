package io.ttalloc.cli.arguments;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * An optional JAR file of the installation. The command refers to a single class in it, by name;
 * the JAR file is opened only when that class is requested.
 */
public enum OptionalJar {
  NATIVE("native", "tt-alloc-native.jar", "io.ttalloc.natives.TtMetal"),
  VIEWER("viewer", "tt-alloc-viewer.jar", "io.ttalloc.viewer.ViewerFormat");

  private final String module;
  private final String file;
  private final String entry;

  OptionalJar(String module, String file, String entry) {
    this.module = module;
    this.file = file;
    this.entry = entry;
  }

  /**
   * Returns an instance of the JAR file's class; null if the JAR file is not present.
   *
   * @param as an interface or superclass of that class
   * @throws CommandFailure if the JAR file is present but cannot be used
   */
  public <T> @Nullable T find(Class<T> as) {
    ClassLoader loader = loader();
    if (loader == null) {
      return null;
    }
    try {
      Class<?> found = Class.forName(entry, true, loader);
      return as.cast(found.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw unusable(
          "its class " + entry + " is missing or does not match this version of tt-alloc", e);
    }
  }

  /** Returns a loader for the JAR file's classes; null if the JAR file is not present. */
  private @Nullable ClassLoader loader() {
    ClassLoader own = OptionalJar.class.getClassLoader();
    if (own.getResource(entry.replace('.', '/') + ".class") != null) {
      return own; // as in a unit test of the module
    }
    Path jar = path();
    if (!Files.exists(jar)) {
      return null;
    }
    try {
      checkVersion(jar);
      return new URLClassLoader(new URL[] {jar.toUri().toURL()}, own);
    } catch (IOException e) {
      throw unusable("it cannot be read: " + e.getMessage(), e);
    }
  }

  private void checkVersion(Path jar) throws IOException {
    String expected = OptionalJar.class.getPackage().getImplementationVersion();
    try (JarFile opened = new JarFile(jar.toFile())) {
      String found =
          opened.getManifest() == null
              ? null
              : opened
                  .getManifest()
                  .getMainAttributes()
                  .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      if (expected != null && !expected.equals(found)) {
        throw unusable(
            "its version is %s, expected %s".formatted(found == null ? "unknown" : found, expected),
            null);
      }
    }
  }

  private CommandFailure unusable(String why, @Nullable Throwable cause) {
    String message =
        "%s cannot be used: %s; remove this jar, or reinstall tt-alloc".formatted(path(), why);
    return cause == null ? new CommandFailure(message) : new CommandFailure(message, cause);
  }

  private Path path() {
    return InstallFolder.ofThisProcess().path(module, file);
  }

  /**
   * Like {@link #find}, for a JAR file that is required.
   *
   * @param what the name of the feature that needs the JAR file, for messages
   * @throws CommandFailure if the JAR file is missing or cannot be used
   */
  public <T> T require(Class<T> as, String what) {
    T found = find(as);
    if (found == null) {
      throw new CommandFailure(missing(what));
    }
    return found;
  }

  /** Returns the message about a missing JAR file. */
  public String missing(String what) {
    return "%s needs the jar %s, which is missing".formatted(what, path());
  }
}
