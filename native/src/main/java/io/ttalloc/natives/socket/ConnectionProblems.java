package io.ttalloc.natives.socket;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports connections that were refused, or closed because of an error, in at most {@value #LINES}
 * lines a minute. Further lines are only counted, and their number is reported when the minute is
 * over; otherwise a client that connects in a loop would fill the log. Used only on the server's
 * thread.
 */
final class ConnectionProblems {
  private static final int LINES = 20;
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> out;
  private final LongSupplier nanos;
  private long minuteBeganNanos;
  private int reported;
  private long suppressed;

  /**
   * @param out receives the lines
   * @param nanos a clock such as {@link System#nanoTime}
   */
  ConnectionProblems(Consumer<String> out, LongSupplier nanos) {
    this.out = out;
    this.nanos = nanos;
  }

  void add(String line) {
    check();
    if (reported == LINES) {
      suppressed++;
      return;
    }
    if (reported++ == 0) {
      minuteBeganNanos = nanos.getAsLong();
    }
    out.accept(line);
  }

  /**
   * Reports the number of suppressed lines if the minute is over. Must be called about once a
   * second.
   */
  void check() {
    if (reported > 0 && nanos.getAsLong() - minuteBeganNanos >= MINUTE_NANOS) {
      finish();
    }
  }

  /** Reports the number of suppressed lines. The next line starts a new minute. */
  void finish() {
    if (suppressed > 0) {
      out.accept(
          String.format(
              Locale.ROOT,
              "further connections refused or closed: %,d (at most %d lines a minute are printed)",
              suppressed,
              LINES));
    }
    reported = 0;
    suppressed = 0;
  }
}
