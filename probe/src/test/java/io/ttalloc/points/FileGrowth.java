package io.ttalloc.points;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Brings ledgers to where the next step takes a segment. One for each kind of step. */
final class FileGrowth {
  /** After how many steps a segment is taken; 0 until that was found out. */
  private int steps;

  /**
   * Repeats a step so often that with the next one a segment is taken; the first time once more,
   * since that is how it is found out.
   *
   * @param most a segment was taken by then
   */
  void reach(Path ledger, int most, Runnable step) throws IOException {
    if (steps != 0) {
      for (int i = 1; i < steps; i++) {
        step.run();
      }
      return;
    }
    // Not the file's length: a thread of its own makes it longer, sooner or later.
    int before = segmentsTaken(ledger);
    int taken = 0;
    while (segmentsTaken(ledger) == before) {
      if (++taken > most) {
        throw new IllegalStateException(
            ledger + ": no segment was taken in " + most + " steps, " + before + " are in use");
      }
      step.run();
    }
    steps = taken;
  }

  /** Segments are taken in their order, and say at once for what. */
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
