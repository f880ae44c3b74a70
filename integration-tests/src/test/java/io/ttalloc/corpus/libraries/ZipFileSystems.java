package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Archives read as file systems. The rule names the implementation class, which programs know only
 * as FileSystem.
 */
public final class ZipFileSystems {
  static final String RULES =
      """
        - class: jdk.nio.zipfs.ZipFileSystem
          type: zip file system
          open: [<init>]
          close: [close]
          label: toString()
      """;

  private ZipFileSystems() {}

  static Path archive(Path folder, int number) throws IOException {
    Path archive = folder.resolve("archive" + number + ".zip");
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      String name = number % 4 == 2 ? "notes.txt" : "config.txt";
      Files.writeString(zip.getPath(name), "number=" + number);
    }
    return archive;
  }

  /** Reads the configuration out of an archive. */
  interface Reader {
    String config(Path archive) throws IOException;
  }

  static void readAll(Reader reader) throws IOException {
    Path folder = Files.createTempDirectory("archives");
    for (int i = 0; i < 20; i++) {
      Path archive = archive(folder, i);
      try {
        System.out.print(reader.config(archive) + " ");
      } catch (NoSuchFileException e) {
        System.out.println(archive.getFileName() + " has no " + e.getFile());
      }
      Files.delete(archive);
    }
    Files.delete(folder);
  }

  @Truth(
      why = "an archive without the file throws past the close of its file system",
      leaks =
          @Leak(type = "zip file system", count = 5, openedAt = "ZipFileSystems$Leaking.config"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      readAll(Leaking::config);
    }

    static String config(Path archive) throws IOException {
      FileSystem zip = FileSystems.newFileSystem(archive);
      String config = Files.readString(zip.getPath("config.txt"));
      zip.close();
      return config;
    }
  }

  @Truth(why = "each file system is closed, whether the file was found or not")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      readAll(Mended::config);
    }

    static String config(Path archive) throws IOException {
      try (FileSystem zip = FileSystems.newFileSystem(archive)) {
        return Files.readString(zip.getPath("config.txt"));
      }
    }
  }
}
