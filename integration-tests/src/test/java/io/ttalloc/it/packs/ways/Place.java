package io.ttalloc.it.packs.ways;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The file or folder that a way to open something needs. */
public enum Place {
  FILE {
    @Override
    void make(Path path) throws IOException {
      Files.writeString(path, "text");
    }
  },
  FOLDER {
    @Override
    void make(Path path) throws IOException {
      Files.createDirectory(path);
      Files.writeString(path.resolve("entry"), "text");
    }
  },
  ARCHIVE {
    @Override
    void make(Path path) throws IOException {
      try (OutputStream out = Files.newOutputStream(path);
          ZipOutputStream zip = new ZipOutputStream(out)) {
        zip.putNextEntry(new ZipEntry("entry"));
        zip.write(1);
        zip.closeEntry();
      }
    }
  },
  NOTHING {
    @Override
    void make(Path path) {}
  };

  abstract void make(Path path) throws IOException;

  /** Creates the file or folder with a unique name, and leaves nothing open. */
  public Path prepare(Path folder, int number) throws IOException {
    Path path = folder.resolve("place" + number + (this == ARCHIVE ? ".jar" : ""));
    make(path);
    return path;
  }
}
