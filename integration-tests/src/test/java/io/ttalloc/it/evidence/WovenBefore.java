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
 * The classes that earlier runs have woven. As on a user's machine, where runs share a folder, all
 * but the first of a build start with them, though each test has a folder of its own.
 */
final class WovenBefore {
  private static final Path KEPT = Repository.root().resolve("integration-tests/target/woven");

  private WovenBefore() {}

  /** Copies the kept classes to a folder for ledgers, which is created. */
  static void copyTo(Path ledgers) {
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

  /** Keeps the classes of a folder for ledgers, if they are more than those kept so far. */
  static void keepFrom(Path ledgers) {
    try {
      Files.createDirectories(KEPT);
      for (Path file : filesIn(ledgers)) {
        Path kept = KEPT.resolve(file.getFileName());
        if (!Files.exists(kept) || Files.size(kept) < Files.size(file)) {
          // Tests run beside each other.
          Path fresh = Files.createTempFile(KEPT, "fresh", null);
          Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING);
          Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } catch (NoSuchFileException e) {
      // The test has removed the folder.
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
