package io.ttalloc.agent.weave;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Class files as a loader sees them. Nothing is loaded, except what {@link AppendedBootPath} has
 * to.
 *
 * <p>A loader is code of the application and is called inside class loading, so it is not asked for
 * classes of the JDK. A loader that gives no class files, as many do that define classes in memory,
 * is assumed to see what its parents see.
 *
 * <p>Nothing stays open. A stream that a loader gives may come from the JDK's cache of open jars,
 * where the jar of a plug-in would stay after its loader is closed. So the loader is asked for a
 * location first, which is read past that cache; what one without locations leaves there, stays.
 */
public final class ClassFiles {
  private static final String[] OF_THE_JDK = {"java/", "javax/", "jdk/"};

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private static final int MAX_PARENTS = 64;

  /** Larger than any class file; a bound, since some streams never end. */
  private static final int MAX_BYTES = 16 << 20;

  private static final int MAGIC = 0xCAFEBABE;

  private ClassFiles() {}

  /**
   * The class file of a class; null if it is not found.
   *
   * @param name internal name
   */
  public static byte @Nullable [] read(@Nullable ClassLoader loader, String name) {
    String resource = name + ".class";
    byte[] found = isOfTheJdk(name) ? readFrom(PLATFORM, resource) : null;
    ClassLoader from = loader;
    for (int i = 0; found == null && from != null && i < MAX_PARENTS; i++) {
      found = readFrom(from, resource);
      from = from.getParent();
    }
    if (found == null) {
      found = readFrom(PLATFORM, resource);
    }
    return found != null ? found : AppendedBootPath.read(name);
  }

  /**
   * Reads a file in each of the ways that the JDK has. What is first loaded when a class file is
   * read for the sake of itself could never be loaded.
   */
  static void readInEachWay() {
    Class<?> own = ClassFiles.class;
    for (String name : List.of("java/util/ArrayList", own.getName().replace('.', '/'))) {
      byte[] ignored = read(own.getClassLoader(), name);
    }
    try {
      File inFolder = new File(System.getProperty("java.home"), "release");
      byte[] ignored = read(inFolder.toURI().toURL());
    } catch (IOException | RuntimeException e) {
      // There is none in a JDK of somebody's own making.
    }
  }

  static boolean isOfTheJdk(String name) {
    for (String prefix : OF_THE_JDK) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether another agent has put a class on the boot class path. The methods of the JDK that it
   * has changed call such classes, and so may whatever reads class files.
   */
  static boolean isOfAnotherAgent(@Nullable ClassLoader loader, String name) {
    return loader == null
        && !isOfTheJdk(name)
        && !name.startsWith("sun/")
        && !name.startsWith("com/sun/");
  }

  /** Whether a loader is one that has nothing but classes of the JDK. */
  static boolean isOfJdk(@Nullable ClassLoader loader) {
    return loader == null || loader == PLATFORM;
  }

  /** Whether a loader is not one of the JDK's own three, so that asking it may load any class. */
  static boolean isForeign(@Nullable ClassLoader loader) {
    return loader != null && !loader.getClass().getName().startsWith("jdk.internal.loader.");
  }

  private static byte @Nullable [] readFrom(ClassLoader loader, String resource) {
    byte[] found = null;
    try {
      URL location = loader.getResource(resource);
      found = location == null ? null : read(location);
    } catch (Throwable e) {
      // A loader may throw anything. Its stream may be good nevertheless.
    }
    return found != null ? found : readStream(loader, resource);
  }

  /**
   * For loaders that give no locations, or locations of something else, such as encrypted files.
   */
  private static byte @Nullable [] readStream(ClassLoader loader, String resource) {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : in.readNBytes(MAX_BYTES);
    } catch (Throwable e) {
      // Treated as not found.
      return null;
    }
  }

  /**
   * Reads a class file, and leaves nothing open.
   *
   * @return null if it is no class file
   * @throws IOException it cannot be read
   */
  private static byte @Nullable [] read(URL location) throws IOException {
    URLConnection connection = location.openConnection();
    if (connection == null) {
      return null;
    }
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      byte[] read = in == null ? new byte[0] : in.readNBytes(MAX_BYTES);
      return isClassFile(read) ? read : null;
    }
  }

  private static boolean isClassFile(byte[] file) {
    int first = 0;
    for (int i = 0; i < Integer.BYTES && i < file.length; i++) {
      first = (first << Byte.SIZE) | (file[i] & 0xFF);
    }
    return first == MAGIC;
  }
}
