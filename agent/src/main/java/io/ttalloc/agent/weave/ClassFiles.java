package io.ttalloc.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/**
 * Class files as a loader sees them. Nothing is loaded.
 *
 * <p>A loader is code of the application and is called inside class loading, so it is not asked for
 * classes of the JDK. A loader that gives no class files, as many do that define classes in memory,
 * is assumed to see what its parents see.
 */
public final class ClassFiles {
  private static final String[] OF_THE_JDK = {"java/", "javax/", "jdk/"};

  private static final int MAX_PARENTS = 64;

  /** Larger than any class file; a bound, since some streams never end. */
  private static final int MAX_BYTES = 16 << 20;

  private ClassFiles() {}

  /**
   * The class file of a class; null if it is not found.
   *
   * @param name internal name
   */
  public static byte @Nullable [] read(@Nullable ClassLoader loader, String name) {
    String resource = name + ".class";
    byte[] found =
        isOfTheJdk(name) ? readFrom(ClassLoader.getPlatformClassLoader(), resource) : null;
    ClassLoader from = loader;
    for (int i = 0; found == null && from != null && i < MAX_PARENTS; i++) {
      found = readFrom(from, resource);
      from = from.getParent();
    }
    return found != null ? found : readFrom(ClassLoader.getPlatformClassLoader(), resource);
  }

  static boolean isOfTheJdk(String name) {
    for (String prefix : OF_THE_JDK) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static byte @Nullable [] readFrom(ClassLoader loader, String resource) {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : in.readNBytes(MAX_BYTES);
    } catch (IOException | RuntimeException | Error e) {
      // Treated as not found.
      return null;
    }
  }

  /** The same for Byte Buddy. */
  static ClassFileLocator locator(@Nullable ClassLoader loader) {
    return new ClassFileLocator() {
      @Override
      public Resolution locate(String name) {
        byte[] found = read(loader, name.replace('.', '/'));
        return found == null ? new Resolution.Illegal(name) : new Resolution.Explicit(found);
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
