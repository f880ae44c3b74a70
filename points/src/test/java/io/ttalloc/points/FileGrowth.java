package io.ttalloc.points;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Fills a ledger until the next step takes a new segment. There is an instance for each kind of
 * step.
 */
final class FileGrowth {
  /** The number of the step that takes a segment; 0 while it is unknown. */
  private int steps;

  /**
   * Repeats a step until the next one would take a segment. The first call performs one more step,
   * to find out which step takes the segment.
   *
   * @param max the number of steps within which a segment must be taken
   */
  void reach(Path ledger, int max, Runnable step) throws IOException {
    if (steps != 0) {
      for (int i = 1; i < steps; i++) {
        step.run();
      }
      return;
    }
    // The length of the file does not show this, because a thread extends the file in advance.
    int before = segmentsTaken(ledger);
    int taken = 0;
    while (segmentsTaken(ledger) == before) {
      if (++taken > max) {
        throw new IllegalStateException(
            ledger + ": no segment was taken in " + max + " steps, " + before + " are in use");
      }
      step.run();
    }
    steps = taken;
  }

  /**
   * Returns the number of segments taken. Segments are taken in order, and each is marked as soon
   * as it is taken.
   */
  private static int segmentsTaken(Path ledger) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(ledger.toFile(), "r")) {
      int number = 1;
      while (number < file.length() / SEGMENT_BYTES) {
        file.seek((long) number * SEGMENT_BYTES + SEGMENT_KIND);
        if (file.readInt() == 0) {
          return number;
        }
        number++;
      }
      return number;
    }
  }
}
