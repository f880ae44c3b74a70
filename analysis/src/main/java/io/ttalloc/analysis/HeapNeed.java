package io.ttalloc.analysis;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;

/**
 * Estimates the maximum heap that an analysis needs in the process being judged. If that process
 * has a small heap, an OutOfMemoryError during the analysis would harm the application. The
 * constants are based on measurements and include a margin.
 */
public final class HeapNeed {
  /**
   * The number of copies of a record in memory: one as raw bytes, one as objects with the frames of
   * its stack.
   */
  private static final int TIMES_RECORDS = 2;

  /** The estimated bytes for each type and stack that has open or lost resources. */
  private static final long FINDING_BYTES = 6 << 10;

  /** The estimated bytes for each open or lost resource, including its path in the heap. */
  private static final long RESOURCE_BYTES = 512;

  /** The bytes for the classes of the analysis and the texts of a report. */
  private static final long MIN_BYTES = 4 << 20;

  private HeapNeed() {}

  /** Returns the maximum number of heap bytes needed to read a ledger. */
  public static long ofReading(LedgerContent ledger) throws IOException {
    return MIN_BYTES + TIMES_RECORDS * LedgerReader.recordBytes(ledger);
  }

  /** Returns the maximum number of heap bytes needed to judge a ledger, once it has been read. */
  public static long ofJudging(LedgerImage image) {
    long bytes = MIN_BYTES;
    for (TallyEntry tally : image.tallies().values()) {
      if (tally.slots() > 0) {
        bytes += FINDING_BYTES + tally.slots() * RESOURCE_BYTES;
      }
    }
    return bytes;
  }
}
