package io.ttalloc.points;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Folders for ledgers, in shared memory if possible, since each start writes 3 MiB. */
final class SharedMemory {
  private static final Path SHARED = Path.of("/dev/shm");

  private SharedMemory() {}

  /** A new folder. */
  static Path folder(Path otherwiseIn) throws IOException {
    boolean usable = Files.isDirectory(SHARED) && Files.isWritable(SHARED);
    return Files.createTempDirectory(usable ? SHARED : otherwiseIn, "tt-alloc-points");
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
