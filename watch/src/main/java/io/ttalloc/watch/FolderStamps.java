package io.ttalloc.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Detects from the modification times of directories whether files in them may have been created,
 * renamed or deleted. Looking at hundreds of files twice a second would cost more than reading the
 * ledgers that change. Not thread-safe.
 */
final class FolderStamps {
  /**
   * The age from which a stamp counts as settled, longer than the usual resolution of file times.
   */
  private static final long SETTLED_MILLIS = 1_000;

  private List<@Nullable FileStamp> last = List.of();

  /** Whether the last stamps were old enough for any later change to produce different stamps. */
  private boolean settled;

  /** Whether anything may have changed since the previous call; true at the first call. */
  boolean haveChanged(List<Path> folders) {
    List<@Nullable FileStamp> now = new ArrayList<>();
    folders.forEach(folder -> now.add(FileStamp.of(folder)));
    boolean same = settled && now.equals(last);
    last = now;
    settled = now.stream().filter(Objects::nonNull).allMatch(FolderStamps::isSettled);
    return !same;
  }

  private static boolean isSettled(FileStamp stamp) {
    // The absolute value is compared, because the clock of the machine, from which file times are
    // taken, may have been set back.
    long age = System.currentTimeMillis() - stamp.modified().toMillis();
    return Math.abs(age) > SETTLED_MILLIS;
  }
}
