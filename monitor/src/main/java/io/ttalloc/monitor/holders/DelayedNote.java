package io.ttalloc.monitor.holders;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/** Prints what is going on if that is not over after a second. */
final class DelayedNote implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 1_000;

  private final Timer timer = new Timer("tt-alloc-progress", true);

  DelayedNote(PrintWriter to, String text) {
    this(to, text, PATIENCE_MILLIS);
  }

  DelayedNote(PrintWriter to, String text, long patienceMillis) {
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
