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

/** The time since processes ended, as far as their ledgers show. */
public final class LedgerAges {
  private final Instant endedBefore;

  /**
   * Ages that are exact where they decide.
   *
   * @param endedBefore what seems to have ended before is looked at more closely
   */
  public LedgerAges(Instant endedBefore) {
    this.endedBefore = endedBefore;
  }

  /**
   * When the process of a ledger ended. A process that was killed may have lived on for days after
   * its file was last written back; its ledger has its last sign of life.
   *
   * @param modified when the file system says that the file was written
   * @return null if the file is no ledger
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

  /** Null if the ledger shows none or is too large to be read for that. */
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

  /** {@code 12 s}, {@code 4 min 12 s}, {@code 3 h 05 min}, {@code 12 d 3 h}. */
  public static String text(Duration age) {
    if (age.isNegative() || age.toMinutes() == 0) {
      return Math.max(0, age.toSeconds()) + " s";
    }
    return age.toDays() == 0
        ? Numbers.duration(age.toNanos())
        : age.toDays() + " d " + age.toHoursPart() + " h";
  }
}
