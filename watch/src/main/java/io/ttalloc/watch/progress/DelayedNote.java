package io.ttalloc.watch.progress;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/**
 * Prints a note about an operation if it takes longer than a second. Must be closed when the
 * operation is done.
 */
public final class DelayedNote implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 1_000;

  private final Timer timer = new Timer("tt-alloc-progress", true);

  public DelayedNote(PrintWriter to, String text) {
    this(to, text, PATIENCE_MILLIS);
  }

  /** Creates a note that is printed after the given time instead of a second. */
  public DelayedNote(PrintWriter to, String text, long patienceMillis) {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            to.println("tt-alloc: " + text + " ...");
            to.flush();
          }
        },
        patienceMillis);
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
