package io.ttalloc.serve;

import java.io.Closeable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints lines on a separate thread, in the order in which they arrived, so that a stalled reader
 * blocks no other thread. At most {@value #MAX_WAITING} lines are queued; further lines are
 * dropped, and a line states their number. Thread-safe.
 */
final class OutputLines implements Consumer<String>, Closeable {
  static final int MAX_WAITING = 10_000;

  /**
   * How long {@link #close} waits for a stalled reader. The shutdown hook for a signal waits
   * longer.
   */
  private static final Duration MAX_END = Duration.ofSeconds(2);

  private final PrintWriter out;
  private final Thread thread = new Thread(this::run, "tt-alloc-lines");
  private final Object lock = new Object();

  // The following fields are guarded by the lock.
  private List<String> waiting = new ArrayList<>();
  private long missing;
  private boolean closed;

  private OutputLines(PrintWriter out) {
    this.out = out;
    thread.setDaemon(true);
  }

  /**
   * Starts a thread that prints lines.
   *
   * @param out the writer, which is flushed whenever no line is queued; its failures are ignored
   */
  static OutputLines to(PrintWriter out) {
    OutputLines lines = new OutputLines(out);
    lines.thread.start();
    return lines;
  }

  /** Prints a line asynchronously; never blocks. Does nothing after {@link #close}. */
  @Override
  public void accept(String line) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      if (waiting.size() >= MAX_WAITING) {
        missing++;
        return;
      }
      waiting.add(line);
      lock.notifyAll();
    }
  }

  /** Prints the queued lines, then ends the thread. */
  @Override
  public void close() {
    close(List.of());
  }

  /**
   * Prints the queued lines and the given last lines, even beyond the limit. Returns when the lines
   * have been printed, or after two seconds if their reader stalls.
   */
  void close(List<String> last) {
    synchronized (lock) {
      addMissing(waiting);
      waiting.addAll(last);
      closed = true;
      lock.notifyAll();
    }
    try {
      thread.join(MAX_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      for (List<String> lines = next(); !lines.isEmpty(); lines = next()) {
        for (String line : lines) {
          out.write(line + System.lineSeparator()); // println would flush every line
        }
        out.flush();
      }
    } catch (InterruptedException e) {
      // Nothing interrupts this thread.
    }
  }

  /** Waits for lines; returns an empty list at the end. */
  private List<String> next() throws InterruptedException {
    synchronized (lock) {
      while (waiting.isEmpty() && !closed) {
        lock.wait();
      }
      List<String> taken = waiting;
      addMissing(taken);
      waiting = new ArrayList<>();
      return taken;
    }
  }

  /**
   * Adds a line with the number of dropped lines. This line belongs at the end, because nothing has
   * been taken from the queue since the first line was dropped.
   */
  private void addMissing(List<String> lines) {
    if (missing > 0) {
      lines.add(
          "⚠ Lines dropped here: %d (output arrived faster than it could be read)"
              .formatted(missing));
      missing = 0;
    }
  }
}
