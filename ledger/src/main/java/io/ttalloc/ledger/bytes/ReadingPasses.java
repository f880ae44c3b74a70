package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

/** Counts how often the slots of one ledger are gone through. Thread-safe. */
public final class ReadingPasses {
  private final ReadProgress progress;
  private int pass;
  private int last = Integer.MAX_VALUE;

  public ReadingPasses(ReadProgress progress) {
    this.progress = progress;
  }

  /**
   * Notes that a segment is going to be read. A pass begins where the one before did, or before.
   */
  public synchronized void reached(int segment, int segments) {
    if (segment <= last) {
      pass++;
    }
    last = segment;
    progress.reached(pass, (long) segment << SEGMENT_SHIFT, (long) segments << SEGMENT_SHIFT);
  }
}
