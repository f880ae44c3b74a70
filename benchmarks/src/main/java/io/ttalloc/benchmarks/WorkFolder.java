package io.ttalloc.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder for ledgers, in shared memory if available. */
record WorkFolder(Path path) {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "tt-alloc-benchmarks-";

  /** Creates the folder, accessible only to this user. */
  static WorkFolder create() throws IOException {
    return new WorkFolder(
        Files.isWritable(SHARED_MEMORY)
            ? Files.createTempDirectory(SHARED_MEMORY, PREFIX)
            : Files.createTempDirectory(PREFIX));
  }

  /** Copies a resource of this class to a file. */
  void copyResource(String name, Path target) throws IOException {
    try (InputStream in = WorkFolder.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the resource " + name + " is not in the benchmarks' jar");
      }
      Files.copy(in, target);
    }
  }

  /** Deletes this folder and everything in it. */
  void delete() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
