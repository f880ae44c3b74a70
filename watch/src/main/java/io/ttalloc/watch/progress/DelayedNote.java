package io.ttalloc.watch.progress;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/** Prints what is going on if that is not over after a second. Close it when it is. */
public final class DelayedNote implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 1_000;

  private final Timer timer = new Timer("tt-alloc-progress", true);

  public DelayedNote(PrintWriter to, String text) {
    this(to, text, PATIENCE_MILLIS);
  }

  /** The same after another time. */
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
