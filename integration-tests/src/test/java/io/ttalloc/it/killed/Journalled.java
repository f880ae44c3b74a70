package io.ttalloc.it.killed;

import io.ttalloc.it.reliability.program.Stopwatch;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Opens and closes cells at random on several threads and records this in a journal, until it is
 * killed. The number of open cells rises, so the ledger must grow. New stacks appear all the time.
 */
final class Journalled {

  static final int THREADS = 2;
  static final int PLACES = 30_000;

  /** The depth of the stack that opens a cell is the number of the cell modulo this constant. */
  static final int DEPTHS = 400;

  private Journalled() {}

  public static void main(String[] args) {
    Journal journal = new Journal(Path.of(args[0]), THREADS, PLACES);
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      new Thread(() -> run(thread, journal)).start();
    }
  }

  private static void run(int thread, Journal journal) {
    Cell[] cells = new Cell[PLACES];
    Random random = new Random(thread);
    Stopwatch stopwatch = new Stopwatch();
    long next = 1L + thread;
    while (true) {
      int place = random.nextInt(PLACES);
      Cell cell = cells[place];
      if (cell == null) {
        journal.inFlight(thread, next);
        stopwatch.start();
        cells[place] = openBelow((int) (next % DEPTHS), next);
        stopwatch.stop();
        journal.changed(thread, place, next);
        next += THREADS;
      } else {
        journal.inFlight(thread, cell.number());
        stopwatch.start();
        cell.close();
        stopwatch.stop();
        cells[place] = null;
        journal.changed(thread, place, 0);
      }
      journal.inFlight(thread, 0);
      journal.putMax(thread, stopwatch.maxNanos());
    }
  }

  private static Cell openBelow(int depth, long number) {
    return depth == 0 ? new Cell(number) : openBelow(depth - 1, number);
  }

  /** The tracked class. The rule records the number of a cell as its byte count. */
  static final class Cell implements AutoCloseable {
    private final long number;
    private @Nullable Object content = this;

    Cell(long number) {
      this.number = number;
    }

    long number() {
      return number;
    }

    @Override
    public void close() {
      content = null;
    }

    @Override
    public String toString() {
      return "cell " + number + (content == null ? ", closed" : "");
    }
  }
}
