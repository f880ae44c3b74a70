package io.ttalloc.ledger.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The default directories for ledgers. They do not depend on {@code java.io.tmpdir}, because its
 * value may differ between processes, and a monitor would then not find the ledgers of other
 * processes.
 *
 * @param fast the parent directory in memory; used if it has {@code neededBytes} free
 * @param slow the parent directory on disk; used otherwise
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

  /** The name of the directory: always a single path element, whatever the name of the user. */
  private String name() {
    // Uses neither a regular expression nor FileStore, because this runs at the start of every
    // process.
    StringBuilder name = new StringBuilder("tt-alloc-");
    for (int i = 0; i < user.length(); i++) {
      char c = user.charAt(i);
      name.append(isPlain(c) ? c : '_');
    }
    return user.isEmpty() ? name.append('_').toString() : name.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }

  private static long freeBytes(Path directory) {
    return Files.isDirectory(directory) && Files.isWritable(directory)
        ? directory.toFile().getUsableSpace()
        : -1;
  }
}
