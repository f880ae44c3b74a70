package io.ttalloc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The directory with the ledgers of a module's tests. */
final class Ledgers {
  /**
   * The file that makes the agent keep all ledgers, even those of JVMs that have nothing to report.
   * Its modification time is the time when the directory was prepared.
   */
  private static final String KEEP_ALL = "keep-all";

  private static final String LEDGER = ".ledger";

  private Ledgers() {}

  /** Creates the directory, and removes the files of earlier builds except for woven classes. */
  static void prepare(Path directory, Instant buildStarted) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      // The agent does not trust a directory that other users can write to.
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
    Instant before = prepared(directory);
    if (before.isBefore(buildStarted)) {
      for (Path old : files(directory)) {
        String name = String.valueOf(old.getFileName());
        if (name.matches(".*\\.(ledger|marks|lock|heap|txt)")) {
          Files.deleteIfExists(old);
        }
      }
    }
    Path keepAll = directory.resolve(KEEP_ALL);
    if (!Files.exists(keepAll)) {
      Files.createFile(keepAll);
    }
    Files.setLastModifiedTime(keepAll, FileTime.from(Instant.now()));
  }

  /**
   * Returns the time at which the directory was prepared; {@link Instant#EPOCH} if it was never
   * prepared.
   */
  static Instant prepared(Path directory) throws IOException {
    Path keepAll = directory.resolve(KEEP_ALL);
    return Files.exists(keepAll) ? Files.getLastModifiedTime(keepAll).toInstant() : Instant.EPOCH;
  }

  /** Returns the number of JVMs that left a ledger in the directory. */
  static int count(Path directory) throws IOException {
    return (int) files(directory).stream().filter(file -> file.toString().endsWith(LEDGER)).count();
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
