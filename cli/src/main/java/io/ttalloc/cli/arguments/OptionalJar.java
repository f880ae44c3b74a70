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
 * A jar of the installation that need not be there. One class of it, which is found by its name, is
 * all that the command knows of it; it is opened when that class is asked for.
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
   * What the jar has to offer; null if it is not there.
   *
   * @param as what the entry is
   * @throws CommandFailure it is there and cannot be used
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
      throw unusable("it has no " + entry + " of this version", e);
    }
  }

  /** The loader that has its classes; null if there is none. */
  private @Nullable ClassLoader loader() {
    ClassLoader own = OptionalJar.class.getClassLoader();
    if (own.getResource(entry.replace('.', '/') + ".class") != null) {
      return own; // as in a test of the module
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
        throw unusable("its version is %s, expected %s".formatted(found, expected), null);
      }
    }
  }

  private CommandFailure unusable(String why, @Nullable Throwable cause) {
    String message =
        "%s cannot be used: %s; remove it, or install tt-alloc anew".formatted(path(), why);
    return cause == null ? new CommandFailure(message) : new CommandFailure(message, cause);
  }

  private Path path() {
    return InstallFolder.ofThisProcess().path(module, file);
  }

  /**
   * The same of a jar that has to be there.
   *
   * @param what needs it
   * @throws CommandFailure it is not there, or cannot be used
   */
  public <T> T require(Class<T> as, String what) {
    T found = find(as);
    if (found == null) {
      throw new CommandFailure(missing(what));
    }
    return found;
  }

  /** The sentence about a jar that is not there. */
  public String missing(String what) {
    return "%s needs the jar %s, which is not there".formatted(what, path());
  }
}
