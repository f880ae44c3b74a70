package io.ttalloc.it.evidence;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.ledger.files.WovenFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps the classes that each run has woven, so that later runs can start with them. On a user's
 * machine, runs share a folder and start with the classes woven earlier. Here each test has its own
 * folder, so the classes are copied; only the first run of a build starts without any.
 */
public final class WovenBefore {
  private static final Path KEPT = Repository.root().resolve("integration-tests/target/woven");

  private WovenBefore() {}

  /** Creates a folder for ledgers, and copies the kept classes into it. */
  public static void copyTo(Path ledgers) {
    try {
      if (!Files.exists(ledgers)) {
        Files.createDirectories(
            ledgers,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      for (Path file : filesIn(KEPT)) {
        Path copy = ledgers.resolve(file.getFileName());
        if (!Files.exists(copy)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Keeps each file of woven classes in a ledger folder, unless the kept copy is at least as large.
   */
  static void keepFrom(Path ledgers) {
    try {
      Files.createDirectories(KEPT);
      for (Path file : filesIn(ledgers)) {
        Path kept = KEPT.resolve(file.getFileName());
        if (!Files.exists(kept) || Files.size(kept) < Files.size(file)) {
          // Other tests may run at the same time.
          Path fresh = Files.createTempFile(KEPT, "fresh", null);
          Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING);
          Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } catch (NoSuchFileException e) {
      // The test has deleted the folder.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> WovenFiles.isOne(file.getFileName().toString())).toList();
    }
  }
}
