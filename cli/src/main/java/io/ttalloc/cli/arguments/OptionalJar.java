package io.ttalloc.cli.arguments;

import org.jspecify.annotations.Nullable;

/**
 * A jar that the command uses if it is there, as its own manifest names it on the class path. One
 * class of it, which is found by its name, is all that the command knows of it.
 */
public enum OptionalJar {
  NATIVE("tt-alloc-native.jar", "io.ttalloc.natives.TtMetal"),
  VIEWER("tt-alloc-viewer.jar", "io.ttalloc.viewer.ViewerFormat");

  private final String file;
  private final String entry;

  OptionalJar(String file, String entry) {
    this.file = file;
    this.entry = entry;
  }

  /**
   * What the jar has to offer; null if it is not there.
   *
   * @param as what the entry is
   */
  public <T> @Nullable T find(Class<T> as) {
    try {
      return as.cast(Class.forName(entry).getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(file + " is not of this version", e);
    }
  }

  /**
   * The same of a jar that has to be there.
   *
   * @param what needs it
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
    return "%s needs %s, expected it in the folder of tt-alloc-cli.jar".formatted(what, file);
  }
}
