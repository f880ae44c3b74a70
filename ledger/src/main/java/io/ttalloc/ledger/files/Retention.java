package io.ttalloc.ledger.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes ledgers of ended processes, the oldest first, once there are too many of them or their
 * total size is too large. Never touches or counts files of running processes, the caller's own
 * files, files with foreign names, and files whose owner is not the owner of the directory.
 */
public final class Retention {
  public static final long DEFAULT_BYTES = 1L << 30;

  /**
   * The age at which a lock or marks file without a ledger is deleted. A younger file may belong to
   * a process that is just starting.
   */
  private static final Duration ORPHAN_AGE = Duration.ofMinutes(1);

  /**
   * The name of a file that prevents the deletion of any ledger in its directory, including ledgers
   * that are otherwise deleted at exit because they are not worth keeping.
   */
  public static final String KEEP_ALL = "keep-all";

  /**
   * The limits on the ledgers that are kept.
   *
   * @param count the maximum number of ledgers of ended processes; if 0, woven classes are deleted
   *     as well
   * @param bytes the maximum total size of these ledgers, not counting the files that belong to
   *     them
   * @param endedBefore ledgers of processes that ended at this time or later are always kept
   */
  public record Limits(int count, long bytes, Instant endedBefore) {
    /** The agent's limits. */
    public static final Limits DEFAULT = of(20, DEFAULT_BYTES);

    /** Limits that do not depend on age. */
    public static Limits of(int count, long bytes) {
      return new Limits(count, bytes, Instant.MAX);
    }
  }

  /** Determines when the process of a ledger ended. */
  public interface Endings {
    /**
     * Returns the time at which a process that is no longer running ended.
     *
     * @param modified the modification time of the ledger
     * @return null if the file is not a ledger or cannot be read; it is then kept
     */
    @Nullable Instant of(Path ledger, Instant modified);
  }

  /**
   * Files that are deleted together: a ledger with its marks, heap results and lock, or a file
   * whose ledger is gone.
   *
   * @param ended when the process ended; for a file without a ledger, when it was last written
   * @param bytes the total size of the files
   */
  public record Surplus(List<Path> files, Instant ended, long bytes) {
    /** The ledger, or the file whose ledger is gone. */
    public Path file() {
      return files.get(0);
    }

    /**
     * Deletes the files. Returns false if the first one cannot be deleted; the others are then kept
     * as well.
     */
    public boolean delete() {
      for (Path file : files) {
        try {
          Files.deleteIfExists(file);
        } catch (IOException e) {
          if (file.equals(file())) {
            return false;
          }
        }
      }
      return true;
    }
  }

  private record Ended(LedgerFiles files, long bytes, Instant at) {}

  private Retention() {}

  /**
   * Whether all ledgers in a directory are kept, because another process will read and delete them.
   */
  public static boolean keepsAll(Path directory) {
    return Files.exists(directory.resolve(KEEP_ALL));
  }

  /**
   * Whether {@link #prune} may find something to delete, judged by names and sizes alone. A process
   * that is ending calls this so that it need not read other ledgers if the limits cannot be
   * exceeded.
   */
  public static boolean mayPrune(Path directory, Limits limits) {
    File folder = directory.toFile();
    String[] names = folder.list();
    if (names == null || names.length > limits.count()) {
      return true;
    }
    long bytes = 0;
    for (String name : names) {
      if (name.endsWith(LedgerFiles.LEDGER)) {
        bytes += new File(folder, name).length();
      } else if (name.endsWith(LedgerFiles.MARKS) || name.endsWith(LedgerFiles.LOCK)) {
        String stem = name.substring(0, name.lastIndexOf('.'));
        if (!contains(names, stem + LedgerFiles.LEDGER)) {
          return true;
        }
      }
    }
    return bytes > limits.bytes();
  }

  private static boolean contains(String[] names, String name) {
    for (String each : names) {
      if (each.equals(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Deletes ledgers from a directory until it is within the limits.
   *
   * @param own files of the calling process, or null
   * @return the deleted files, in the order of deletion
   * @throws IOException if the directory cannot be read
   */
  public static List<Surplus> prune(
      Path directory, Limits limits, @Nullable LedgerFiles own, Endings endings)
      throws IOException {
    List<Surplus> deleted = new ArrayList<>();
    for (Surplus one : surplus(directory, limits, own, endings, Instant.now())) {
      if (one.delete()) {
        deleted.add(one);
      }
    }
    return deleted;
  }

  /**
   * The files that should be deleted, the oldest ledger first. Deletes nothing.
   *
   * @param own files of the calling process, or null
   * @throws IOException if the directory cannot be read
   */
  public static List<Surplus> surplus(
      Path directory, Limits limits, @Nullable LedgerFiles own, Endings endings, Instant now)
      throws IOException {
    List<Surplus> surplus = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return surplus;
    }
    FileOwner user = FileOwner.of(directory);
    List<Ended> ended = ended(directory, own, user, endings);
    // Newest first: the first ledger that exceeds a limit and all older ones are deleted, the
    // oldest first.
    ended.sort(Comparator.comparing(Ended::at).reversed());
    int kept = 0;
    long bytes = 0;
    while (kept < ended.size()
        && kept < limits.count()
        && ended.get(kept).bytes() <= limits.bytes() - bytes) {
      bytes += ended.get(kept).bytes();
      kept++;
    }
    for (int i = ended.size() - 1; i >= kept; i--) {
      if (ended.get(i).at().isBefore(limits.endedBefore())) {
        List<Path> files = present(ended.get(i).files(), user);
        if (!files.isEmpty()) {
          surplus.add(new Surplus(files, ended.get(i).at(), bytes(files)));
        }
      }
    }
    addOrphans(directory, LedgerFiles.MARKS, limits, own, user, now, surplus);
    addOrphans(directory, LedgerFiles.LOCK, limits, own, user, now, surplus);
    if (limits.count() == 0) {
      addWoven(directory, limits, user, surplus);
    }
    return surplus;
  }

  private static List<Ended> ended(
      Path directory, @Nullable LedgerFiles own, FileOwner user, Endings endings)
      throws IOException {
    List<Ended> ended = new ArrayList<>();
    for (Path ledger : LedgerFiles.filesWith(directory, LedgerFiles.LEDGER)) {
      LedgerFiles files = LedgerFiles.beside(ledger);
      if (isOwn(files, own) || mayRun(files)) {
        continue;
      }
      BasicFileAttributes attributes = attributesOfOwn(ledger, user);
      if (attributes != null) {
        Instant at = endings.of(ledger, attributes.lastModifiedTime().toInstant());
        if (at != null) {
          ended.add(new Ended(files, attributes.size(), at));
        }
      }
    }
    return ended;
  }

  private static void addOrphans(
      Path directory,
      String suffix,
      Limits limits,
      @Nullable LedgerFiles own,
      FileOwner user,
      Instant now,
      List<Surplus> surplus)
      throws IOException {
    Instant young = now.minus(ORPHAN_AGE);
    Instant latest = young.isBefore(limits.endedBefore()) ? young : limits.endedBefore();
    for (Path orphan : LedgerFiles.filesWith(directory, suffix)) {
      LedgerFiles files = LedgerFiles.owning(orphan, suffix);
      BasicFileAttributes attributes = attributesOfOwn(orphan, user);
      if (attributes != null
          && attributes.lastModifiedTime().toInstant().isBefore(latest)
          && !Files.exists(files.ledger(), LinkOption.NOFOLLOW_LINKS)
          && !isOwn(files, own)
          && !mayRun(files)) {
        Instant modified = attributes.lastModifiedTime().toInstant();
        surplus.add(new Surplus(List.of(orphan), modified, attributes.size()));
      }
    }
  }

  /**
   * Adds the files with woven classes to the surplus. Future processes use these files, so they are
   * deleted only if no ledgers are to be kept.
   */
  private static void addWoven(Path directory, Limits limits, FileOwner user, List<Surplus> surplus)
      throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        BasicFileAttributes attributes =
            WovenFiles.isOne(file.getFileName().toString()) ? attributesOfOwn(file, user) : null;
        if (attributes != null) {
          Instant written = attributes.lastModifiedTime().toInstant();
          if (written.isBefore(limits.endedBefore())) {
            surplus.add(new Surplus(List.of(file), written, attributes.size()));
          }
        }
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

  /** The attributes of a file; null if the file is gone or belongs to another user. */
  private static @Nullable BasicFileAttributes attributesOfOwn(Path file, FileOwner user) {
    try {
      return user.owns(file)
          ? Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** The existing files that belong to the user, the ledger first and the lock last. */
  private static List<Path> present(LedgerFiles files, FileOwner user) {
    List<Path> present = new ArrayList<>();
    for (Path file : List.of(files.ledger(), files.marks(), files.heap(), files.lock())) {
      if (attributesOfOwn(file, user) != null) {
        present.add(file);
      }
    }
    return present;
  }

  private static long bytes(List<Path> files) {
    long sum = 0;
    for (Path file : files) {
      try {
        sum +=
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).size();
      } catch (IOException e) {
        // The file does not exist.
      }
    }
    return sum;
  }
}
