package io.ttalloc.text.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file that was named by the user, in any format. Stateless. */
public final class UserFile {
  private UserFile() {}

  /** Thrown if a file cannot be read. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private Unreadable(String found) {
      super(found, null, false, false);
    }

    /** A description of the unreadable file, for {@link Problem#found}. */
    public String found() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads a file; a relative path is resolved against the working directory.
   *
   * @param maxBytes the maximum size accepted by the caller
   * @return the file's bytes; for a larger file, the first {@code maxBytes + 1}
   */
  public static byte[] read(Path path, int maxBytes) throws Unreadable {
    try {
      if (!Files.exists(path)) {
        throw new Unreadable("no such file (" + path.toAbsolutePath() + ")");
      }
      if (!Files.isRegularFile(path)) { // a pipe or a terminal could block forever
        throw new Unreadable("not a regular file");
      }
      try (InputStream in = Files.newInputStream(path)) {
        return in.readNBytes(maxBytes + 1);
      }
    } catch (IOException | RuntimeException e) {
      throw new Unreadable("an error while reading (" + e + ")");
    }
  }
}
