package io.ttalloc.agent.check;

import io.ttalloc.agent.log.Console;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Lists and reads the class files in jars and folders. Loads no class. Not thread-safe. */
final class ClassPathFiles implements Closeable {
  private static final String SUFFIX = ".class";

  /** The maximum number of bytes to read from a file; no class file is that large. */
  private static final int MAX_BYTES = 16 << 20;

  private final URLClassLoader loader;

  /** Binary names, sorted. */
  private final TreeSet<String> names = new TreeSet<>();

  private ClassPathFiles(URLClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Lists the class files in these paths.
   *
   * @throws IOException if a path is neither a folder nor a readable jar; the message says which
   */
  static ClassPathFiles open(List<Path> paths) throws IOException {
    List<URL> locations = new ArrayList<>();
    for (Path path : paths) {
      locations.add(path.toUri().toURL());
    }
    ClassPathFiles files =
        new ClassPathFiles(
            new URLClassLoader(
                locations.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
    try {
      for (Path path : paths) {
        files.list(path);
      }
    } catch (IOException e) {
      files.close();
      throw e;
    }
    return files;
  }

  private void list(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> all = Files.walk(path)) {
        all.forEach(file -> addFile(path, file));
      } catch (UncheckedIOException e) {
        throw unreadable(path, e);
      }
      return;
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a named pipe would wait for its writer.
      throw unreadable(path, new IOException("neither a regular file nor a folder"));
    }
    try (ZipFile jar = new ZipFile(path.toFile())) {
      jar.stream().map(ZipEntry::getName).forEach(this::add);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static IOException unreadable(Path path, Exception why) {
    return new IOException(
        path + " cannot be read (" + why + "), expected a jar or a folder of classes", why);
  }

  private void addFile(Path folder, Path file) {
    String name = folder.relativize(file).toString().replace('\\', '/');
    if (Files.isRegularFile(file)) {
      add(name);
    } else if (name.endsWith(SUFFIX) && !Files.isDirectory(file)) {
      reportUnreadable(file.toString(), new IOException("not a regular file"));
    }
  }

  /** Reports that a class is ignored, because its file cannot be read or is not a class file. */
  static void reportUnreadable(String name, Exception why) {
    Console.line(name + " cannot be read (" + why + "), expected a class file; it is ignored");
  }

  private void add(String file) {
    boolean isClass =
        file.endsWith(SUFFIX)
            && !file.startsWith("META-INF/")
            && !file.endsWith("module-info.class")
            && !file.endsWith("package-info.class");
    if (isClass) {
      boolean unused =
          names.add(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'));
    }
  }

  /** The binary names of all classes, sorted. */
  Iterable<String> names() {
    return names;
  }

  int count() {
    return names.size();
  }

  /** The loader that finds the class files of supertypes. */
  ClassLoader loader() {
    return loader;
  }

  /**
   * The class file of a class; null if there is none.
   *
   * @throws IOException if the class file cannot be read
   */
  byte @Nullable [] read(String name) throws IOException {
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + SUFFIX)) {
      return in == null ? null : in.readNBytes(MAX_BYTES);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
