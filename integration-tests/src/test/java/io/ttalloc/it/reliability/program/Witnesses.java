package io.ttalloc.it.reliability.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Normal operations after a storm. If all of them are recorded exactly, the probe and the ledger
 * are undamaged. There are enough of them to make the ledger grow.
 */
public final class Witnesses {
  /** The type in reports. */
  public static final String TYPE = "witness";

  /** The number of witnesses that are opened; they need more than one segment of the ledger. */
  public static final int OPENED = 20_000;

  /** The number of witnesses that stay open: those numbered from 1 to this. */
  public static final int LEFT = 100;

  /** Keeps the witnesses reachable, so that the collection at exit does not reclaim them. */
  private static final List<Things.Witness> OPEN = new ArrayList<>();

  private Witnesses() {}

  /**
   * Called by the program under test, on an undisturbed thread. Opens all witnesses and closes all
   * but the first {@link #LEFT}.
   */
  public static void run() {
    Stopwatch stopwatch = new Stopwatch();
    for (int number = 1; number <= OPENED; number++) {
      stopwatch.start();
      OPEN.add(new Things.Witness(number));
      stopwatch.stop();
    }
    while (OPEN.size() > LEFT) {
      Things.Witness last = OPEN.remove(OPEN.size() - 1);
      stopwatch.start();
      last.close();
      stopwatch.stop();
    }
    PrintedFacts.addTimes(stopwatch);
  }
}
