package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where ledgers go if nobody says otherwise. Not {@code java.io.tmpdir}: that may differ per
 * process, and then nobody finds anybody's ledgers.
 *
 * @param fast memory; used if it has {@code neededBytes} free
 * @param slow disk; used otherwise
 */
record DefaultPlaces(Path fast, Path slow, String user, long neededBytes) {
  private static final long GIB = 1L << 30;

  static DefaultPlaces ofThisMachine() {
    return new DefaultPlaces(
        Path.of("/dev/shm"), Path.of("/tmp"), System.getProperty("user.name", ""), GIB);
  }

  Path preferred() {
    return (freeBytes(fast) >= neededBytes ? fast : slow).resolve(name());
  }

  List<Path> candidates() {
    return List.of(fast.resolve(name()), slow.resolve(name()));
  }

  /** One path element, whatever the user is called. */
  private String name() {
    String kept = user.replaceAll("[^A-Za-z0-9._-]", "_");
    return "tt-alloc-" + (kept.isEmpty() ? "_" : kept);
  }

  private static long freeBytes(Path place) {
    try {
      return Files.isDirectory(place) && Files.isWritable(place)
          ? Files.getFileStore(place).getUsableSpace()
          : -1;
    } catch (IOException e) {
      return -1;
    }
  }
}
