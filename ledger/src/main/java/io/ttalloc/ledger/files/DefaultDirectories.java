package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directories for ledgers if none is configured. Not {@code java.io.tmpdir}, which may differ
 * between processes: a monitor would not find the ledgers of others.
 *
 * @param fast in memory; used if it has {@code neededBytes} free
 * @param slow on disk; used otherwise
 */
record DefaultDirectories(Path fast, Path slow, String user, long neededBytes) {
  private static final long GIB = 1L << 30;

  static DefaultDirectories ofThisMachine() {
    return new DefaultDirectories(
        Path.of("/dev/shm"), Path.of("/tmp"), System.getProperty("user.name", ""), GIB);
  }

  Path preferred() {
    return (freeBytes(fast) >= neededBytes ? fast : slow).resolve(name());
  }

  List<Path> candidates() {
    return List.of(fast.resolve(name()), slow.resolve(name()));
  }

  /** A single path element, whatever the user's name is. */
  private String name() {
    String kept = user.replaceAll("[^A-Za-z0-9._-]", "_");
    return "tt-alloc-" + (kept.isEmpty() ? "_" : kept);
  }

  private static long freeBytes(Path directory) {
    try {
      return Files.isDirectory(directory) && Files.isWritable(directory)
          ? Files.getFileStore(directory).getUsableSpace()
          : -1;
    } catch (IOException e) {
      return -1;
    }
  }
}
