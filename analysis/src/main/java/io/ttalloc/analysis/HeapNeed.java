package io.ttalloc.analysis;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;

/**
 * How much heap an analysis takes, at most, in the process that is judged: where its heap is small,
 * an error in the middle would be the application's harm. Measured, with a margin.
 */
public final class HeapNeed {
  /** Records are kept as they are, and once more with the frames of stacks as objects. */
  private static final int TIMES_RECORDS = 2;

  /** The estimate for each type and stack with open or lost resources. */
  private static final long FINDING_BYTES = 6 << 10;

  /** The estimate for each open or lost resource, including its path in the heap. */
  private static final long RESOURCE_BYTES = 512;

  /** The bytes for the classes of the analysis and the texts of a report. */
  private static final long MIN_BYTES = 4 << 20;

  private HeapNeed() {}

  /** Bytes that reading a ledger takes. */
  public static long ofReading(LedgerContent ledger) throws IOException {
    return MIN_BYTES + TIMES_RECORDS * LedgerReader.recordBytes(ledger);
  }

  /** Bytes that judging a ledger takes, once it has been read. */
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
