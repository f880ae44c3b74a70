package io.ttalloc.cases.library;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** A file that begins with a letter, opened by a constructor that forgets it if it is none. */
public final class Archive implements AutoCloseable {
  private final InputStream in;

  public Archive(Path path) throws IOException {
    in = new FileInputStream(path.toFile());
    if (in.read() != 'A') {
      throw new IOException("no archive");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
