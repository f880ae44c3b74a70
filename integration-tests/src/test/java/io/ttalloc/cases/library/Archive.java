package io.ttalloc.cases.library;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A file that must begin with a letter. Otherwise, the constructor throws and forgets to close it.
 */
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
