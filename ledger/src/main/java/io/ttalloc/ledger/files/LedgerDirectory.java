package io.ttalloc.ledger.files;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directory for ledgers, or why there is none.
 *
 * <p>A ledger says what a program does and with which files. So it lies in a directory that only
 * its user may write to; one that somebody else has prepared is refused.
 */
public sealed interface LedgerDirectory {
  /** It exists, belongs to this user and can be written. */
  record Chosen(Path directory) implements LedgerDirectory {}

  /**
   * Ledgers cannot be written there.
   *
   * @param reason what was found where, and what was expected; half a sentence that begins with the
   *     path
   */
  record Refused(String reason) implements LedgerDirectory {}

  /**
   * Chooses the directory and creates it, mode 0700, if it is missing.
   *
   * @param configured what the user asked for; if null, {@code tt-alloc-<user>} in {@code /dev/shm}
   *     if that has 1 GiB free, else in {@code /tmp}
   */
  static LedgerDirectory choose(@Nullable String configured) {
    return DirectoryChoice.choose(configured, DefaultPlaces.ofThisMachine());
  }

  /** The directories in which ledgers of this user lie unless a directory is configured. */
  static List<Path> defaults() {
    return DefaultPlaces.ofThisMachine().candidates();
  }
}
