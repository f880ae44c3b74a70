package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds and deletes the ledgers that measured processes leave. */
final class LeftLedgers {
  private static final String OURS = "*.{ledger,lock,marks}";

  private LeftLedgers() {}

  /**
   * The only ledger in a directory.
   *
   * @throws IllegalStateException if there is not exactly one
   */
  static Path only(Path directory) throws IOException {
    List<Path> found = list(directory, "*.ledger");
    if (found.size() != 1) {
      throw new IllegalStateException(
          "found %d ledgers in %s, expected the one of the process just measured: %s"
              .formatted(found.size(), directory, found));
    }
    return found.get(0);
  }

  /** Deletes all files that belong to ledgers. */
  static void deleteAll(Path directory) throws IOException {
    for (Path file : list(directory, OURS)) {
      Files.delete(file);
    }
  }

  private static List<Path> list(Path directory, String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
      found.forEach(files::add);
    }
    return files;
  }
}
