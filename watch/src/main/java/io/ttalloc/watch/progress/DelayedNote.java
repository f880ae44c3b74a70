package io.ttalloc.watch.progress;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/** Prints what is being done if it takes longer than a second. Close the note when it is done. */
public final class DelayedNote implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 1_000;

  private final Timer timer = new Timer("tt-alloc-progress", true);

  public DelayedNote(PrintWriter to, String text) {
    this(to, text, PATIENCE_MILLIS);
  }

  /** Prints the text after the given time instead of a second. */
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
