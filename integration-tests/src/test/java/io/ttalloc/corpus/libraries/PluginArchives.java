package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A plug-in loader that looks for a plug-in descriptor in archives. The rule names a constructor
 * that programs call but the JDK does not.
 */
public final class PluginArchives {
  static final String RULES =
      """
        - class: java.util.zip.ZipFile
          type: archive
          open: [<init>(File)]
          close: [close]
          label: getName()
      """;

  private PluginArchives() {}

  static List<Path> writeArchives(Path folder) throws IOException {
    List<Path> archives = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Path archive = folder.resolve("plugin" + i + ".zip");
      try (OutputStream out = Files.newOutputStream(archive);
          ZipOutputStream zip = new ZipOutputStream(out)) {
        zip.putNextEntry(new ZipEntry(i % 5 < 2 ? "README" : "plugin.properties"));
        zip.write(("name=plugin" + i).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
      archives.add(archive);
    }
    return archives;
  }

  /** Reads the name of the plug-in in an archive. */
  interface NameReader {
    String nameOf(Path archive) throws IOException;
  }

  static void loadAll(NameReader reader) {
    try {
      Path folder = Files.createTempDirectory("plugins");
      List<Path> archives = writeArchives(folder);
      for (Path archive : archives) {
        System.out.println(reader.nameOf(archive));
        Files.delete(archive);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(ZipFile zip, ZipEntry descriptor) throws IOException {
    try (InputStream in = zip.getInputStream(descriptor)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Truth(
      why = "an archive without a descriptor is left by a return before its close",
      leaks = @Leak(type = "archive", count = 6, openedAt = "PluginArchives$Leaking.nameOf"))
  public static final class Leaking {
    public static void main(String[] args) {
      loadAll(Leaking::nameOf);
    }

    static String nameOf(Path archive) throws IOException {
      ZipFile zip = new ZipFile(archive.toFile());
      ZipEntry descriptor = zip.getEntry("plugin.properties");
      if (descriptor == null) {
        return "no plug-in";
      }
      String name = read(zip, descriptor);
      zip.close();
      return name;
    }
  }

  @Truth(why = "each archive is closed on both paths out of the method")
  public static final class Mended {
    public static void main(String[] args) {
      loadAll(Mended::nameOf);
    }

    static String nameOf(Path archive) throws IOException {
      try (ZipFile zip = new ZipFile(archive.toFile())) {
        ZipEntry descriptor = zip.getEntry("plugin.properties");
        return descriptor == null ? "no plug-in" : read(zip, descriptor);
      }
    }
  }
}
