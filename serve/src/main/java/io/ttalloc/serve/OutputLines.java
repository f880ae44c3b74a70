package io.ttalloc.serve;

import java.io.Closeable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints lines on a thread of its own, in the order in which they came, so that a stalled reader
 * holds up no other thread. At most {@value #MAX_WAITING} lines wait; further ones are dropped, and
 * one line says how many those were. Thread-safe.
 */
final class OutputLines implements Consumer<String>, Closeable {
  static final int MAX_WAITING = 10_000;

  /** The time for a stalled reader at the end; the hook of a signal waits longer. */
  private static final Duration MAX_END = Duration.ofSeconds(2);

  private final PrintWriter out;
  private final Thread thread = new Thread(this::run, "tt-alloc-lines");
  private final Object lock = new Object();

  // All under the lock.
  private List<String> waiting = new ArrayList<>();
  private long missing;
  private boolean closed;

  private OutputLines(PrintWriter out) {
    this.out = out;
    thread.setDaemon(true);
  }

  /**
   * Starts the thread.
   *
   * @param out flushed whenever no line waits; its failures are not looked at
   */
  static OutputLines to(PrintWriter out) {
    OutputLines lines = new OutputLines(out);
    lines.thread.start();
    return lines;
  }

  /** Prints a line soon; never waits. After {@link #close} it does nothing. */
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

  /** Ends with no more lines than those that wait. */
  @Override
  public void close() {
    close(List.of());
  }

  /**
   * Prints what waits and the last lines, even if more wait than may. Returns when they are
   * printed, and after two seconds if their reader stalls.
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
          out.write(line + System.lineSeparator()); // println would flush each
        }
        out.flush();
      }
    } catch (InterruptedException e) {
      // Nobody wants the lines any more.
    }
  }

  /** Waits for lines; none if there will be none. */
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

  /** None was taken since the first was left out, so that they are missing behind the last. */
  private void addMissing(List<String> lines) {
    if (missing > 0) {
      lines.add(
          "⚠ %d lines were dropped here: output arrived faster than it could be read"
              .formatted(missing));
      missing = 0;
    }
  }
}
