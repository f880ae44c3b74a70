package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes ledgers of ended processes, the oldest first, once there are too many or they are too
 * large. Files of running processes, the caller's own files and files with foreign names are never
 * touched and do not count.
 */
public final class Retention {
  public static final int DEFAULT_COUNT = 20;
  public static final long DEFAULT_BYTES = 1L << 30;

  /** A lock without a ledger may belong to a process that is just starting. */
  private static final Duration ORPHAN_AGE = Duration.ofMinutes(1);

  /** A file with this name in a directory keeps all its ledgers, including those of clean runs. */
  public static final String KEEP_ALL = "keep-all";

  private Retention() {}

  /** Whether all ledgers stay, because another process will read and delete them. */
  public static boolean keepsAll(Path directory) {
    return Files.exists(directory.resolve(KEEP_ALL));
  }

  /**
   * Prunes a directory. A file that cannot be deleted is left out of the result.
   *
   * @param keepCount most ledgers of ended processes to keep
   * @param keepBytes most bytes of these ledgers together, marks not counted
   * @param own files of the calling process, or null
   * @return the deleted files, in the order of deletion
   * @throws IOException the directory cannot be read
   */
  public static List<Path> prune(
      Path directory, int keepCount, long keepBytes, @Nullable LedgerFiles own) throws IOException {
    return prune(directory, keepCount, keepBytes, own, Instant.now());
  }

  static List<Path> prune(
      Path directory, int keepCount, long keepBytes, @Nullable LedgerFiles own, Instant now)
      throws IOException {
    List<Path> deleted = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return deleted;
    }
    List<Ended> ended = new ArrayList<>();
    for (Path ledger : LedgerFiles.filesWith(directory, LedgerFiles.LEDGER)) {
      LedgerFiles files = LedgerFiles.beside(ledger);
      if (!isOwn(files, own) && !mayRun(files)) {
        BasicFileAttributes attributes = attributes(ledger);
        if (attributes != null) {
          ended.add(new Ended(files, attributes.size(), attributes.lastModifiedTime()));
        }
      }
    }
    // Newest first: all after the first that exceeds a limit are deleted, the oldest first.
    ended.sort(Comparator.comparing(Ended::modified).reversed());
    int kept = 0;
    long bytes = 0;
    while (kept < ended.size()
        && kept < keepCount
        && ended.get(kept).bytes() <= keepBytes - bytes) {
      bytes += ended.get(kept).bytes();
      kept++;
    }
    for (int i = ended.size() - 1; i >= kept; i--) {
      LedgerFiles files = ended.get(i).files();
      if (delete(files.ledger(), deleted)) {
        delete(files.marks(), deleted);
        delete(files.lock(), deleted);
      }
    }
    deleteOrphans(directory, LedgerFiles.MARKS, own, now, deleted);
    deleteOrphans(directory, LedgerFiles.LOCK, own, now, deleted);
    return deleted;
  }

  private record Ended(LedgerFiles files, long bytes, FileTime modified) {}

  private static void deleteOrphans(
      Path directory, String suffix, @Nullable LedgerFiles own, Instant now, List<Path> deleted)
      throws IOException {
    Instant latest = now.minus(ORPHAN_AGE);
    for (Path orphan : LedgerFiles.filesWith(directory, suffix)) {
      LedgerFiles files = LedgerFiles.owning(orphan, suffix);
      BasicFileAttributes attributes = attributes(orphan);
      if (attributes != null
          && attributes.lastModifiedTime().toInstant().isBefore(latest)
          && !Files.exists(files.ledger(), LinkOption.NOFOLLOW_LINKS)
          && !isOwn(files, own)
          && !mayRun(files)) {
        delete(orphan, deleted);
      }
    }
  }

  private static boolean isOwn(LedgerFiles files, @Nullable LedgerFiles own) {
    return own != null && files.name().equals(own.name());
  }

  private static boolean mayRun(LedgerFiles files) {
    try {
      return LedgerLock.isHeld(files.lock());
    } catch (IOException e) {
      return true;
    }
  }

  private static @Nullable BasicFileAttributes attributes(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean delete(Path file, List<Path> deleted) {
    try {
      if (Files.deleteIfExists(file)) {
        deleted.add(file);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
