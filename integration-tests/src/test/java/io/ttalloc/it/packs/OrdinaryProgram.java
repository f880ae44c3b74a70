package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Place;
import io.ttalloc.testing.Await;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.spi.FileSystemProvider;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * A program that closes everything it opens, and makes the JDK itself open many more resources.
 * Arguments: a working folder, and names of classes in jars on the class path.
 */
public final class OrdinaryProgram {
  private OrdinaryProgram() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    for (int i = 1; i < args.length; i++) {
      loadClasses(args[i]);
    }
    log(folder);
    drawNumbers();
    readZones();
    loadServices();
    useArchives(folder);
    failToOpen(folder);
    copy(folder);
    keepBuffer(folder);
    runProcess();
  }

  private static void loadClasses(String name) throws Exception {
    Class<?> loaded = Class.forName(name);
    URL itself = loaded.getResource("/" + name.replace('.', '/') + ".class");
    try (InputStream in = itself.openStream()) {
      in.readAllBytes();
    }
    URL jar = loaded.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
      loader.loadClass(name);
    }
    WeakReference<ClassLoader> dropped = dropLoader(jar, name);
    Await.collecting(() -> dropped.refersTo(null));
  }

  /** Drops a loader without closing it, as containers do with undeployed applications. */
  @SuppressWarnings("resource") // The leak is the subject of the test.
  private static WeakReference<ClassLoader> dropLoader(URL jar, String name) throws Exception {
    URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null);
    loader.loadClass(name);
    return new WeakReference<>(loader);
  }

  private static void log(Path folder) throws IOException {
    Logger logger = Logger.getLogger("ordinary");
    FileHandler handler = new FileHandler(folder.resolve("log").toString());
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    logger.info("text");
    logger.removeHandler(handler);
    handler.close();
  }

  private static void drawNumbers() throws Exception {
    SecureRandom random = new SecureRandom();
    random.setSeed(random.nextLong());
    random.nextBytes(new byte[64]);
    random.generateSeed(8);
    SecureRandom.getInstance("NativePRNGNonBlocking").nextInt();
  }

  private static void readZones() {
    for (String zone : ZoneId.getAvailableZoneIds()) {
      Object unused = ZonedDateTime.now(ZoneId.of(zone));
    }
    Object unused = TimeZone.getTimeZone("Europe/Berlin");
  }

  private static void loadServices() {
    for (FileSystemProvider provider : ServiceLoader.load(FileSystemProvider.class)) {
      System.out.println(provider.getScheme());
    }
  }

  private static void useArchives(Path folder) throws IOException {
    Path archive = Place.ARCHIVE.prepare(folder, 1);
    try (FileSystem zip = FileSystems.newFileSystem(archive)) {
      Files.readString(zip.getPath("entry"));
      Files.writeString(zip.getPath("another"), "text");
    }
    try (ZipFile zip = new ZipFile(archive.toFile());
        ZipFile same = new ZipFile(archive.toFile());
        InputStream entry = zip.getInputStream(zip.getEntry("another"))) {
      System.out.println(entry.readAllBytes().length + same.size());
    }
    try (Stream<Path> modules = Files.list(Path.of(URI.create("jrt:/")))) {
      System.out.println(modules.count() + " modules");
    }
  }

  @SuppressWarnings("StreamResourceLeak") // The failure is the subject of the test.
  private static void failToOpen(Path folder) throws Exception {
    Path none = folder.resolve("none");
    Path text = Files.writeString(folder.resolve("text.jar"), "text");
    fail(() -> new FileInputStream(none.toFile()));
    fail(() -> new FileInputStream(folder.toFile()));
    fail(() -> FileChannel.open(none));
    fail(() -> Files.newDirectoryStream(none));
    fail(() -> new ZipFile(none.toFile()));
    fail(() -> new ZipFile(text.toFile()));
    fail(() -> FileSystems.newFileSystem(URI.create("jar:" + text.toUri()), Map.of()));
  }

  private static void fail(Callable<AutoCloseable> opening) throws Exception {
    try (AutoCloseable opened = opening.call()) {
      throw new IllegalStateException("opened " + opened);
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void copy(Path folder) throws IOException {
    Path from = Place.FILE.prepare(folder, 3);
    Files.copy(from, folder.resolve("copy"));
    try (FileChannel source = FileChannel.open(from);
        FileChannel target =
            FileChannel.open(
                folder.resolve("transferred"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
      source.transferTo(0, source.size(), target);
    }
  }

  /** Writes a file on an endless thread, so that the JDK keeps the direct buffer of that thread. */
  private static void keepBuffer(Path folder) throws InterruptedException {
    CountDownLatch written = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              write(folder.resolve("written"));
              written.countDown();
              while (true) {
                LockSupport.park(written);
              }
            });
    writer.setDaemon(true);
    writer.start();
    written.await();
  }

  private static void write(Path file) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      int unused = channel.write(ByteBuffer.wrap(new byte[100]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void runProcess() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
  }
}
