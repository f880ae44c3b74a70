package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.read.LedgerEnding;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Determines from ledgers when processes ended. */
public final class LedgerAges {
  private final Instant endedBefore;

  /**
   * Creates an instance whose results are precise enough to decide whether a process ended before a
   * given time.
   *
   * @param endedBefore a process that seems to have ended before this time is checked more
   *     precisely
   */
  public LedgerAges(Instant endedBefore) {
    this.endedBefore = endedBefore;
  }

  /**
   * Returns the time at which the process of a ledger ended. A killed process may have lived for
   * days after its file was last written to disk, so its last sign of life is read from the ledger.
   *
   * @param modified the modification time of the file
   * @return null if the file is not a ledger
   */
  public @Nullable Instant ended(Path ledger, Instant modified) {
    Instant ended = LedgerEnding.of(ledger, modified);
    boolean decides = !endedBefore.equals(Instant.MAX) && modified.isBefore(endedBefore);
    if (ended == null || !ended.equals(modified) || !decides) {
      return ended;
    }
    Instant lastSign = lastSign(ledger);
    return lastSign != null && lastSign.isAfter(ended) ? lastSign : ended;
  }

  /**
   * Returns the last sign of life; null if the ledger shows none or is too large to be read for
   * this purpose.
   */
  private static @Nullable Instant lastSign(Path ledger) {
    try {
      if (!LedgerListing.fitsInMemory(Files.size(ledger))) {
        return null;
      }
      LedgerImage image = LedgerReader.read(ledger, Liveness.PROBE);
      ProcessEntry process = image.process();
      return process.ended() == ProcessEntry.Ended.KILLED ? process.clock().lastSeenAt() : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Formats an age: {@code 12 s}, {@code 4 min 12 s}, {@code 3 h 05 min}, {@code 12 d 3 h}. */
  public static String text(Duration age) {
    if (age.isNegative() || age.toMinutes() == 0) {
      return Math.max(0, age.toSeconds()) + " s";
    }
    return age.toDays() == 0
        ? Numbers.duration(age.toNanos())
        : age.toDays() + " d " + age.toHoursPart() + " h";
  }
}
