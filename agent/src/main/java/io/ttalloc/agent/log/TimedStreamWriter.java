package io.ttalloc.agent.log;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a stream whose reader may have stopped reading. A pipe holds 64 KiB. A thread that
 * writes more waits for the reader, and waits forever if the reader in turn waits for this process
 * to end.
 *
 * <p>A separate thread writes the text piece by piece. The caller waits as long as pieces are
 * written; if none has been written for some time, this text and all later ones are discarded.
 * Thread-safe. Writing allocates nothing.
 */
final class TimedStreamWriter implements Runnable {
  /**
   * The size of a piece: a line of this length is still a single write, and even a slow serial
   * console accepts a piece in time.
   */
  static final int PIECE = 1024;

  private final OutputStream out;
  private final long patienceNanos;
  private final LongSupplier clock;

  /** The text to write; null if there is none. Guarded by this, like all fields that follow. */
  private byte @Nullable [] text;

  private long progressNanos;
  private boolean discarding;

  TimedStreamWriter(OutputStream out, long patienceNanos, LongSupplier clock) {
    this.out = out;
    this.patienceNanos = patienceNanos;
    this.clock = clock;
  }

  /** Writes the texts passed to {@link #write}; never returns. */
  @Override
  public void run() {
    while (true) {
      byte[] next = next();
      try {
        for (int at = 0; at < next.length; at += PIECE) {
          out.write(next, at, Math.min(PIECE, next.length - at));
          progressed();
        }
      } catch (IOException e) {
        // The stream is closed.
      }
      ended();
    }
  }

  private synchronized byte[] next() {
    byte[] next = text;
    while (next == null) {
      pause(0);
      next = text;
    }
    return next;
  }

  private synchronized void progressed() {
    progressNanos = clock.getAsLong();
    notifyAll();
  }

  private synchronized void ended() {
    text = null;
    notifyAll();
  }

  /** Returns when the text is written or discarded. */
  synchronized void write(byte[] bytes) {
    while (text != null && !discarding) {
      awaitProgress();
    }
    if (discarding || bytes.length == 0) {
      return;
    }
    text = bytes;
    progressNanos = clock.getAsLong();
    notifyAll();
    while (text == bytes && !discarding) {
      awaitProgress();
    }
  }

  private void awaitProgress() {
    long left = patienceNanos - (clock.getAsLong() - progressNanos);
    if (left <= 0) {
      discarding = true;
      notifyAll();
    } else {
      // Never 0, which would mean no timeout.
      pause(TimeUnit.NANOSECONDS.toMillis(left) + 1);
    }
  }

  /**
   * Waits. Ignores interrupts, so that the text of an interrupted thread, such as the thread that
   * ends the process, is still written.
   */
  @SuppressWarnings("WaitNotInLoop") // the callers wait in a loop
  private synchronized void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      // The interrupt status is cleared, so the next wait does wait.
    }
  }

  /**
   * The time, on this writer's clock, at which text was last passed in or a piece of it was last
   * written.
   */
  synchronized long progressNanos() {
    return progressNanos;
  }
}
