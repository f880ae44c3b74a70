package io.ttalloc.text;

/** Parses durations as users write them: {@code 500ms}, {@code 30s}, {@code 2h}. */
public final class TimeSpan {
  /** The expected syntax, for messages. */
  public static final String SYNTAX =
      "a number and a unit (ms, s, m, h, d or w), such as 500ms, 30s or 2h, from 1ms to 520w";

  private static final int MAX_DIGITS = 9;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long HOUR = 3_600 * SECOND;
  private static final long WEEK = 7 * 24 * HOUR;
  private static final long MAX_NANOS = 520 * WEEK;

  private TimeSpan() {}

  /** Returns the duration in nanoseconds; 0 if the text is not a duration, or is out of range. */
  public static long parse(String text) {
    int digits = 0;
    long number = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      number = number * 10 + (text.charAt(digits) - '0');
      if (++digits > MAX_DIGITS) {
        return 0;
      }
    }
    long unit =
        switch (text.substring(digits)) {
          case "ms" -> MILLI;
          case "s" -> SECOND;
          case "m" -> 60 * SECOND;
          case "h" -> HOUR;
          case "d" -> 24 * HOUR;
          case "w" -> WEEK;
          default -> 0;
        };
    return unit == 0 || number > MAX_NANOS / unit ? 0 : number * unit;
  }
}
