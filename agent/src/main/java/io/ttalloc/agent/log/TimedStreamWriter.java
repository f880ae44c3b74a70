package io.ttalloc.agent.log;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a stream that somebody may have stopped to read: a pipe takes 64 KiB, and who writes
 * more waits for its reader, for ever if that one waits for the end of this process.
 *
 * <p>A thread of its own writes, piece by piece. Whoever gave it the text waits as long as pieces
 * get away; once none did for some time, this text and all later ones are given up. Thread-safe.
 * Writing allocates nothing.
 */
final class TimedStreamWriter implements Runnable {
  /**
   * A line is one write, as long as it is no longer than this, and the slowest of serial consoles
   * takes it in time.
   */
  static final int PIECE = 1024;

  private final OutputStream out;
  private final long patienceNanos;
  private final LongSupplier clock;

  /** Guarded by this, like all that follows; null while there is nothing to write. */
  private byte @Nullable [] text;

  private long progressNanos;
  private boolean givenUp;

  TimedStreamWriter(OutputStream out, long patienceNanos, LongSupplier clock) {
    this.out = out;
    this.patienceNanos = patienceNanos;
    this.clock = clock;
  }

  /** Writes what {@link #write} gets, for ever. */
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
        // The stream is closed: there is nobody left to tell.
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

  /** Returns when the text is written, or given up. */
  synchronized void write(byte[] bytes) {
    while (text != null && !givenUp) {
      awaitProgress();
    }
    if (givenUp || bytes.length == 0) {
      return;
    }
    text = bytes;
    progressNanos = clock.getAsLong();
    notifyAll();
    while (text == bytes && !givenUp) {
      awaitProgress();
    }
  }

  private void awaitProgress() {
    long left = patienceNanos - (clock.getAsLong() - progressNanos);
    if (left <= 0) {
      givenUp = true;
      notifyAll();
    } else {
      // Never 0, which would be for ever.
      pause(TimeUnit.NANOSECONDS.toMillis(left) + 1);
    }
  }

  /** Whoever ends the process may be interrupted; its last words are written all the same. */
  @SuppressWarnings("WaitNotInLoop") // Whoever calls this does so in one.
  private synchronized void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      // The flag is down now, and the next wait waits.
    }
  }

  /** When a piece got away last, or was about to; only meaningful beside the same clock. */
  synchronized long progressNanos() {
    return progressNanos;
  }
}
