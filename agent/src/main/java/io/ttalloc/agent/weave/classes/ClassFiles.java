package io.ttalloc.agent.weave.classes;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Class files as a loader sees them. No class is loaded, except where {@link AppendedBootPath}
 * needs to.
 *
 * <p>A loader is application code and is called during class loading, so it is not asked for JDK
 * classes or for classes on the JVM's class path. A loader that provides no class files, like many
 * loaders that define classes in memory, is assumed to see what its parents see.
 *
 * <p>Nothing stays open. A stream that a loader provides may come from the JDK's cache of open
 * jars, where the jar of a plug-in would stay after its loader is closed. Therefore the loader is
 * first asked for a location, which is read without that cache. What a loader without locations
 * leaves in the cache stays there.
 */
public final class ClassFiles {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private static final int MAX_LOADERS = 64;

  /**
   * The maximum size of a file that is read, larger than any class file. There is a limit because
   * some streams never end.
   */
  static final int MAX_BYTES = 16 << 20;

  static final int MAGIC = 0xCAFEBABE;

  private static final String FILE = "file:";
  private static final String IN_JAR = "!/";

  private ClassFiles() {}

  /** The part of a class file to read. */
  interface Content<T> {
    /**
     * Reads this part.
     *
     * @return null if the input is not a class file
     */
    @Nullable T read(InputStream in) throws IOException;
  }

  private static final Content<byte[]> ALL =
      in -> {
        byte[] file = in.readNBytes(MAX_BYTES);
        return isClassFile(file) ? file : null;
      };

  private static final Content<ClassHeader> HEADER = ClassHeader::read;

  /**
   * The class file of a class; null if it is not found.
   *
   * @param name the internal name
   */
  public static byte @Nullable [] read(@Nullable ClassLoader loader, String name) {
    return read(loader, name, ALL);
  }

  /** The supertypes that a class file declares; null if the file is not found. */
  public static @Nullable ClassHeader readHeader(@Nullable ClassLoader loader, String name) {
    return read(loader, name, HEADER);
  }

  private static <T> @Nullable T read(
      @Nullable ClassLoader loader, String name, Content<T> content) {
    String resource = name.concat(".class");
    T found = Loaders.isOfTheJdk(name) ? readFrom(PLATFORM, resource, content) : null;
    if (found == null) {
      found = readFrom(loader, resource, content, MAX_LOADERS);
    }
    if (found == null) {
      found = readFrom(PLATFORM, resource, content);
    }
    return found != null ? found : readAppended(name, content);
  }

  /** Reads what a loader sees or, failing that, what its parents see. */
  private static <T> @Nullable T readFrom(
      @Nullable ClassLoader loader, String resource, Content<T> content, int mostLoaders) {
    if (loader == null || mostLoaders == 0) {
      return null;
    }
    if (loader.getClass() == URLClassLoader.class) {
      // Searches in the order of URLClassLoader, but without asking the same parents again for each
      // of their children.
      T found = readFrom(loader.getParent(), resource, content, mostLoaders - 1);
      return found != null ? found : readOwn((URLClassLoader) loader, resource, content);
    }
    T found = readFrom(loader, resource, content);
    return found != null || findsWhatItsParentsFind(loader)
        ? found
        : readFrom(loader.getParent(), resource, content, mostLoaders - 1);
  }

  private static <T> @Nullable T readAppended(String name, Content<T> content) {
    byte[] file = AppendedBootPath.read(name);
    try {
      return file == null ? null : content.read(new ByteArrayInputStream(file));
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /**
   * Reads a file in each of the ways that the JDK offers, so that the JDK classes that do the
   * reading are loaded. Such a class could not be loaded while its own class file is being read.
   */
  public static void readInEachWay() {
    Class<?> self = ClassFiles.class;
    for (String name : List.of("java/util/ArrayList", self.getName().replace('.', '/'))) {
      byte[] unused = read(self.getClassLoader(), name);
    }
    readHeaderInTheSameWay();
    try {
      File inFolder = new File(System.getProperty("java.home"), "release");
      byte[] unused = read(inFolder.toURI().toURL(), ALL);
    } catch (IOException | RuntimeException e) {
      // A custom JDK may have no such file.
    }
  }

  private static void readHeaderInTheSameWay() {
    ClassHeader ignored = readHeader(null, "java/util/ArrayList");
  }

  /**
   * Whether a loader itself searches its parents, so that asking the parents again would find
   * nothing more.
   */
  private static boolean findsWhatItsParentsFind(ClassLoader loader) {
    return loader.getClass().getName().startsWith("jdk.internal.loader.ClassLoaders$");
  }

  private static <T> @Nullable T readFrom(ClassLoader loader, String resource, Content<T> content) {
    T found = null;
    try {
      if (AppClassPath.isOnlySourceOf(loader, resource)) {
        return AppClassPath.read(resource, content);
      }
      if (loader == PLATFORM && !AppClassPath.mayBeInModule(resource)) {
        return null;
      }
      URL location = loader.getResource(resource);
      if (location == null && !Loaders.isForeign(loader)) {
        return null; // The streams of the JDK's loaders come from locations, too.
      }
      found = location == null ? null : read(location, content);
    } catch (Throwable e) {
      // A loader may throw anything. Its stream may still be usable.
    }
    return found != null ? found : readStream(loader, resource, content);
  }

  /** Reads a file from the jars and folders of the loader itself. */
  private static <T> @Nullable T readOwn(
      URLClassLoader loader, String resource, Content<T> content) {
    try {
      URL location = loader.findResource(resource);
      return location == null ? null : read(location, content);
    } catch (Throwable e) {
      // The application may provide the URL handlers of the loader's locations.
      return null;
    }
  }

  /**
   * Reads a file from a loader that provides no locations, or whose locations contain something
   * else, such as encrypted files.
   */
  private static <T> @Nullable T readStream(
      ClassLoader loader, String resource, Content<T> content) {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : content.read(in);
    } catch (Throwable e) {
      // Treated as not found.
      return null;
    }
  }

  /**
   * Reads a class file, and leaves nothing open.
   *
   * @return null if it is not a class file
   * @throws IOException if it cannot be read
   */
  private static <T> @Nullable T read(URL location, Content<T> content) throws IOException {
    T inJar = readInJar(location, content);
    if (inJar != null) {
      return inJar;
    }
    URLConnection connection = location.openConnection();
    if (connection == null) {
      return null;
    }
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in == null ? null : content.read(in);
    }
  }

  /**
   * Reads a file in a jar without a JarURLConnection, which would read the manifest each time and
   * verify signatures. The JDK reads the directory of a jar only once as long as the jar is open
   * anywhere, and most loaders keep their jars open.
   *
   * @return null if the location is not a plain jar entry, or cannot be read
   */
  private static <T> @Nullable T readInJar(URL location, Content<T> content) {
    String path = location.getPath();
    int inJar = path.indexOf(IN_JAR);
    if (!location.getProtocol().equals("jar")
        || !path.startsWith(FILE)
        || isOfHost(path)
        || inJar < 0
        || path.indexOf(IN_JAR, inJar + IN_JAR.length()) >= 0) {
      return null;
    }
    try (ZipFile jar = new ZipFile(new File(decoded(path.substring(FILE.length(), inJar))))) {
      ZipEntry entry = jar.getEntry(decoded(path.substring(inJar + IN_JAR.length())));
      if (entry == null) {
        return null;
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return content.read(in);
      }
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static boolean isOfHost(String path) {
    return path.startsWith("//", FILE.length()) && !path.startsWith("///", FILE.length());
  }

  private static String decoded(String path) {
    return path.indexOf('%') < 0 ? path : URI.create(path).getPath();
  }

  private static boolean isClassFile(byte[] file) {
    int first = 0;
    for (int i = 0; i < Integer.BYTES && i < file.length; i++) {
      first = (first << Byte.SIZE) | (file[i] & 0xFF);
    }
    return first == MAGIC;
  }
}
