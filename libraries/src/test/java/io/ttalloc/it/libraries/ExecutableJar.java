package io.ttalloc.it.libraries;

import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.springframework.boot.loader.launch.JarLauncher;

/**
 * Creates an executable jar as Spring Boot's plugins do. The jar contains the classes of Spring
 * Boot's loader, the classes of the application, and the library jars, which are not compressed.
 */
final class ExecutableJar {
  private static final String CLASSES = "BOOT-INF/classes/";
  private static final String LIBRARIES = "BOOT-INF/lib/";

  /** The name prefixes of the jars that a web application with a database needs. */
  private static final List<String> NEEDED =
      List.of(
          "spring-",
          "tomcat-embed-",
          "jackson-",
          "jakarta.",
          "micrometer-",
          "snakeyaml-",
          "logback-",
          "log4j-",
          "slf4j-api",
          "jul-to-slf4j",
          "HikariCP",
          "h2-");

  private ExecutableJar() {}

  /**
   * Writes a jar of the application with the given main class and all other classes in that class's
   * package.
   */
  static Path write(Path jar, Class<?> main) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest(main))) {
      addLoader(out);
      addClasses(out, main);
      addFolders(out, LIBRARIES);
      for (Path library : LibraryClassPath.entries()) {
        String name = library.getFileName().toString();
        if (NEEDED.stream().anyMatch(name::startsWith)) {
          addStored(out, LIBRARIES + name, Files.readAllBytes(library));
        }
      }
    }
    return jar;
  }

  private static Manifest manifest(Class<?> main) {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, JarLauncher.class.getName());
    attributes.putValue("Start-Class", main.getName());
    attributes.putValue("Spring-Boot-Classes", CLASSES);
    attributes.putValue("Spring-Boot-Lib", LIBRARIES);
    return manifest;
  }

  private static void addLoader(ZipOutputStream out) throws IOException {
    Path loader = TestJvm.locationOf(JarLauncher.class);
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(loader))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.getName().startsWith("META-INF/")) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          in.transferTo(out);
          out.closeEntry();
        }
      }
    }
  }

  private static void addClasses(ZipOutputStream out, Class<?> main) throws IOException {
    String folder = main.getPackageName().replace('.', '/') + "/";
    addFolders(out, CLASSES + folder);
    List<Path> files;
    try (Stream<Path> found = Files.list(TestJvm.locationOf(main).resolve(folder))) {
      files = found.sorted().toList();
    }
    for (Path file : files) {
      out.putNextEntry(new ZipEntry(CLASSES + folder + file.getFileName()));
      try (InputStream in = Files.newInputStream(file)) {
        in.transferTo(out);
      }
      out.closeEntry();
    }
  }

  /**
   * Adds entries for a folder and its parent folders, unless they exist; without these entries,
   * Spring finds no classes.
   */
  private static void addFolders(ZipOutputStream out, String folder) throws IOException {
    int known = folder.equals(LIBRARIES) ? "BOOT-INF/".length() : 0;
    for (int end = folder.indexOf('/', known); end >= 0; end = folder.indexOf('/', end + 1)) {
      out.putNextEntry(new ZipEntry(folder.substring(0, end + 1)));
      out.closeEntry();
    }
  }

  private static void addStored(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
