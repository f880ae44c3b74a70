package io.ttalloc.it.reliability.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs normal operations after a storm. If all of them are recorded exactly, the probe and the
 * ledger are undamaged. The number of operations is large enough to make the ledger grow.
 */
public final class Witnesses {
  /** The type in reports. */
  public static final String TYPE = "witness";

  /** The number of witnesses that are opened; they need more than one segment of the ledger. */
  public static final int OPENED = 20_000;

  /** The number of witnesses that stay open; these have the numbers from 1 to this value. */
  public static final int LEFT = 100;

  /** Keeps the witnesses reachable, so that the collection at exit does not reclaim them. */
  private static final List<Things.Witness> OPEN = new ArrayList<>();

  private Witnesses() {}

  /**
   * Opens all witnesses and closes all but the first {@link #LEFT}. Called by the program under
   * test, on an undisturbed thread.
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
