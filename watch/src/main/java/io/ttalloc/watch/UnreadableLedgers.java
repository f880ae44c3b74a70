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
 * Ledgers that could not be read. One that is no ledger is tried again when its file has changed;
 * one that the system refused, or for which there was no memory, after a while. Not thread-safe.
 */
final class UnreadableLedgers {
  static final Duration REST = Duration.ofSeconds(10);

  /** The stamp is null if the ledger is to be tried at once. */
  private record Attempt(@Nullable FileStamp stamp, boolean mayPass, Instant at) {}

  private final InstantSource wallClock;
  private final Map<Path, Attempt> attempts = new HashMap<>();

  UnreadableLedgers(InstantSource wallClock) {
    this.wallClock = wallClock;
  }

  /**
   * Notes a failure.
   *
   * @param before the stamp of the file before it was tried; null if there is none
   */
  void failed(Path ledger, @Nullable FileStamp before, Throwable why) {
    attempts.put(ledger, new Attempt(before, mayPass(why), wallClock.instant()));
  }

  private static boolean mayPass(Throwable why) {
    return !(why instanceof UnreadableLedgerException unreadable) || unreadable.isRefused();
  }

  /** The sentence on a failure. */
  static String sentence(Path ledger, Throwable why) {
    return why instanceof IOException
        ? String.valueOf(why.getMessage())
        : ledger
            + " is too large for this heap of "
            + Runtime.getRuntime().maxMemory()
            + " bytes; it is tried again after "
            + REST.toSeconds()
            + " seconds";
  }

  /** Whether trying it now would only fail again. */
  boolean mustWait(Path ledger) {
    Attempt last = attempts.get(ledger);
    if (last == null) {
      return false;
    }
    if (last.mayPass) {
      // Where the clock was set back, the attempt is of the future.
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
