package io.ttalloc.watch;

import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ledgers that could not be read. A file that is not a ledger is tried again after it has changed.
 * A file that the operating system refused to read, or for which there was not enough memory, is
 * tried again after some time. Not thread-safe.
 */
final class UnreadableLedgers {
  static final Duration REST = Duration.ofSeconds(10);

  /**
   * A failed attempt to read a ledger; {@code stamp} is the stamp of the file before the attempt,
   * or null if unknown.
   */
  private record Attempt(@Nullable FileStamp stamp, boolean mayPass, Instant at) {}

  private final InstantSource wallClock;
  private final Map<Path, Attempt> attempts = new HashMap<>();

  UnreadableLedgers(InstantSource wallClock) {
    this.wallClock = wallClock;
  }

  /**
   * Records a failure.
   *
   * @param before the stamp of the file before the attempt; null if unknown
   */
  void failed(Path ledger, @Nullable FileStamp before, Throwable why) {
    attempts.put(ledger, new Attempt(before, mayPass(why), wallClock.instant()));
  }

  private static boolean mayPass(Throwable why) {
    return !(why instanceof UnreadableLedgerException unreadable) || unreadable.isRefused();
  }

  /** Returns a sentence that describes a failure. */
  static String sentence(Path ledger, Throwable why) {
    return why instanceof IOException
        ? String.valueOf(why.getMessage())
        : ledger
            + " is too large for the heap of this command (at most "
            + Runtime.getRuntime().maxMemory()
            + " bytes); the next attempt is in "
            + REST.toSeconds()
            + " seconds";
  }

  /** Whether another attempt now would only fail again. */
  boolean mustWait(Path ledger) {
    Attempt last = attempts.get(ledger);
    if (last == null) {
      return false;
    }
    if (last.mayPass) {
      // If the clock was set back, the attempt appears to be in the future.
      return Duration.between(last.at, wallClock.instant()).abs().compareTo(REST) < 0;
    }
    return last.stamp != null && last.stamp.equals(FileStamp.of(ledger));
  }

  void forget(Path ledger) {
    attempts.remove(ledger);
  }

  void retainAll(Set<Path> ledgers) {
    attempts.keySet().retainAll(ledgers);
  }
}
