package io.ttalloc.natives.socket;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells of connections that were refused, or closed for what they sent: at most {@value #LINES}
 * lines a minute. The others are counted, and told in one line when the minute is over, since
 * whoever connects in a loop would fill the log. For the server's thread.
 */
final class ConnectionProblems {
  private static final int LINES = 20;
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> out;
  private final LongSupplier nanos;
  private long minuteBeganNanos;
  private int told;
  private long untold;

  /**
   * @param out takes the lines
   * @param nanos a clock as {@link System#nanoTime}
   */
  ConnectionProblems(Consumer<String> out, LongSupplier nanos) {
    this.out = out;
    this.nanos = nanos;
  }

  void add(String line) {
    check();
    if (told == LINES) {
      untold++;
      return;
    }
    if (told++ == 0) {
      minuteBeganNanos = nanos.getAsLong();
    }
    out.accept(line);
  }

  /** Tells what was counted if the minute is over. To be called every second or so. */
  void check() {
    if (told > 0 && nanos.getAsLong() - minuteBeganNanos >= MINUTE_NANOS) {
      finish();
    }
  }

  /** Tells what was counted. The next line begins another minute. */
  void finish() {
    if (untold > 0) {
      out.accept(
          String.format(
              Locale.ROOT,
              "%,d more connections were refused or closed, %d lines a minute are printed",
              untold,
              LINES));
    }
    told = 0;
    untold = 0;
  }
}
