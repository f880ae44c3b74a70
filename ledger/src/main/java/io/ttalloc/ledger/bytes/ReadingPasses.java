package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

/** Counts the passes over the slots of one ledger. Thread-safe. */
public final class ReadingPasses {
  private final ReadProgress progress;
  private int pass;
  private int last = Integer.MAX_VALUE;

  public ReadingPasses(ReadProgress progress) {
    this.progress = progress;
  }

  /**
   * Reports that a segment is about to be read. If its number is not greater than the previous
   * segment's, a new pass has begun.
   */
  public synchronized void reached(int segment, int segments) {
    if (segment <= last) {
      pass++;
    }
    last = segment;
    progress.reached(pass, (long) segment << SEGMENT_SHIFT, (long) segments << SEGMENT_SHIFT);
  }
}
