package io.ttalloc.cache;

import io.ttalloc.ledger.files.WovenFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Names, creates and deletes the files of a cache directory. */
final class CacheFiles {
  /** The maximum total size of the files. */
  static final long MAX_BYTES = 64L << 20;

  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private CacheFiles() {}

  /** The name of the file for a key. */
  static String nameFor(String key) {
    // A hash is sufficient, because the file itself contains the whole key.
    long hash = ContentHash.of(key.getBytes(StandardCharsets.UTF_8));
    return WovenFiles.PREFIX + Long.toHexString(hash) + WovenFiles.SUFFIX;
  }

  /** Creates an empty file, accessible only to its owner, in the same directory as another file. */
  static Path create(Path beside) throws IOException {
    long random = ThreadLocalRandom.current().nextLong();
    Path fresh =
        beside.resolveSibling(WovenFiles.PREFIX + Long.toHexString(random) + WovenFiles.FRESH);
    return Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Marks a file as recently used, so that other files are deleted first. */
  static void noteUse(Path path) {
    File file = path.toFile();
    long now = System.currentTimeMillis();
    if (now - file.lastModified() > DAY_MILLIS) {
      boolean unused = file.setLastModified(now);
    }
  }

  /**
   * Deletes abandoned temporary files, and then the oldest files until the remaining ones are
   * within the limit. Never deletes {@code kept}.
   */
  static void prune(Path kept) {
    File[] files = files(kept);
    long bytes = 0;
    for (File each : files) {
      boolean left = each.getName().endsWith(WovenFiles.FRESH);
      if (left && System.currentTimeMillis() - each.lastModified() > DAY_MILLIS) {
        boolean unused = each.delete();
      }
      bytes += each.length();
    }
    while (bytes > MAX_BYTES) {
      File oldest = oldest(files, kept.toFile());
      if (oldest == null) {
        return;
      }
      bytes -= oldest.length();
      boolean unused = oldest.delete();
      files = files(kept);
    }
  }

  private static File[] files(Path beside) {
    File directory = beside.toFile().getParentFile();
    File[] files = directory == null ? null : directory.listFiles();
    if (files == null) {
      return new File[0];
    }
    int count = 0;
    for (File each : files) {
      if (WovenFiles.isOne(each.getName())) {
        files[count++] = each;
      }
    }
    return Arrays.copyOf(files, count);
  }

  private static @Nullable File oldest(File[] files, File but) {
    File oldest = null;
    for (File each : files) {
      if (!each.equals(but) && (oldest == null || each.lastModified() < oldest.lastModified())) {
        oldest = each;
      }
    }
    return oldest;
  }
}
