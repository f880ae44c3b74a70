package io.ttalloc.ledger.files;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directory for ledgers, or the reason why there is none.
 *
 * <p>A ledger reveals what a program does and which files it uses. It is therefore written only to
 * a directory that belongs to the current user and that no other user may write to.
 */
public sealed interface LedgerDirectory {
  /** The directory exists, belongs to this user and is writable. */
  record Chosen(Path directory) implements LedgerDirectory {}

  /**
   * Ledgers cannot be written to the directory.
   *
   * @param reason a clause that begins with the path and says what was found and what was expected
   */
  record Refused(String reason) implements LedgerDirectory {}

  /**
   * Chooses the directory and creates it with mode 0700 if it is missing.
   *
   * @param configured the directory that the user has configured; if null or blank, the directory
   *     is {@code tt-alloc-<user>} in {@code /dev/shm} if there is 1 GiB free, otherwise in {@code
   *     /tmp}
   */
  static LedgerDirectory choose(@Nullable String configured) {
    return DirectoryChoice.choose(configured, DefaultDirectories.ofThisMachine());
  }

  /** Checks an existing directory as {@link #choose} does. */
  static LedgerDirectory existing(Path directory) {
    return DirectoryChoice.existing(directory);
  }

  /** The directories that may contain this user's ledgers if no directory is configured. */
  static List<Path> defaults() {
    return DefaultDirectories.ofThisMachine().candidates();
  }
}
