package io.ttalloc.watch.progress;

import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/**
 * A progress line for a command. It appears after a second, and disappears when it is closed or
 * when a signal ends the process. It is shown only on a terminal. Thread-safe.
 *
 * <p>The line is erased with spaces and uses neither colours nor other escape sequences. The text
 * has at most 39 columns, so that hardly any terminal wraps it.
 */
public final class Progress implements ReadProgress, AutoCloseable {
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final long INTERVAL_MILLIS = 200;
  private static final int MAX_COLUMNS = 39;
  private static final int MB_SHIFT = 20;

  private final PrintStream out;
  private final BooleanSupplier isTerminal;
  private final Duration delay;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread drawing = new Thread(this::run, "tt-alloc-progress");
  private final Thread erasing = new Thread(this::erase, "tt-alloc-erase");

  private volatile String what = "reading";
  private volatile String howFar = "";
  private int drawnColumns;
  private boolean over;

  Progress(PrintStream out, BooleanSupplier isTerminal, Duration delay) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.delay = delay;
    drawing.setDaemon(true);
    drawing.start();
  }

  /**
   * Returns a progress line on standard error, if standard error is a terminal that can move its
   * cursor to the left.
   */
  public static Progress onTerminal() {
    String type = System.getenv("TERM");
    boolean dumb = type == null || type.isEmpty() || type.equals("dumb");
    return new Progress(System.err, dumb ? () -> false : Progress::isTerminal, DELAY);
  }

  /**
   * Whether standard error is a terminal. Called only after the delay, since the check starts a
   * process.
   */
  private static boolean isTerminal() {
    try {
      return TerminalProvider.load("exec").isSystemStream(SystemStream.Error);
    } catch (IOException e) {
      return false; // unknown
    }
  }

  /** Sets the sentence that describes the current step. */
  public void say(String sentence) {
    what = sentence;
    howFar = "";
  }

  /** Shows which of several ledgers is being read. */
  public void ledger(long number, long count) {
    say("ledger " + Numbers.grouped(number) + " of " + Numbers.grouped(count));
  }

  @Override
  public void reached(int pass, long bytes, long ofBytes) {
    String done = Numbers.grouped(bytes >> MB_SHIFT);
    howFar = ", pass " + pass + ": " + done + " of " + Numbers.grouped(ofBytes >> MB_SHIFT) + " MB";
  }

  private void run() {
    try {
      if (!closed.await(delay.toNanos(), TimeUnit.NANOSECONDS) && isTerminal.getAsBoolean()) {
        Runtime.getRuntime().addShutdownHook(erasing);
        do {
          draw();
        } while (!closed.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        Runtime.getRuntime().removeShutdownHook(erasing);
      }
    } catch (InterruptedException | IllegalStateException e) {
      // Nobody interrupts this thread. An IllegalStateException means that the process is ending.
    }
  }

  private synchronized void draw() {
    if (!over) {
      String line = what + howFar;
      replace(line.substring(0, Math.min(MAX_COLUMNS, line.length())));
    }
  }

  /** Removes the line permanently. */
  private synchronized void erase() {
    if (drawnColumns > 0) {
      replace("");
      out.print('\r');
      out.flush();
    }
    over = true;
  }

  private void replace(String line) {
    out.print("\r" + line + " ".repeat(Math.max(0, drawnColumns - line.length())));
    out.flush();
    drawnColumns = line.length();
  }

  /** Erases the line. Later calls have no effect. */
  @Override
  public void close() {
    closed.countDown();
    erase();
  }
}
