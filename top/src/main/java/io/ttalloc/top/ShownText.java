package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Measures text in terminal columns, and formats numbers compactly. */
final class ShownText {
  private static final long KIB = 1024;
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
  private static final String LEFT_OUT = "...";

  private ShownText() {}

  /** Returns the number of columns of a string without invisible characters. */
  static int columns(String text) {
    int columns = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      columns += Math.max(0, WCWidth.wcwidth(text.codePointAt(i)));
    }
    return columns;
  }

  /** Returns as much of the beginning of a string as fits into {@code max} columns. */
  static String head(String text, int max) {
    int columns = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      columns += Math.max(0, WCWidth.wcwidth(c));
      if (columns > max) {
        break;
      }
      i += Character.charCount(c);
    }
    return text.substring(0, i);
  }

  /** Returns as much of the end of a string as fits into {@code max} columns. */
  private static String tail(String text, int max) {
    int columns = 0;
    int i = text.length();
    while (i > 0) {
      int c = text.codePointBefore(i);
      columns += Math.max(0, WCWidth.wcwidth(c));
      if (columns > max) {
        break;
      }
      i -= Character.charCount(c);
    }
    return text.substring(i);
  }

  /** Returns a string shortened by omitting its middle, with a mark if there is room for one. */
  static String shortened(String text, int max) {
    if (columns(text) <= max) {
      return text;
    }
    if (max < 2 * LEFT_OUT.length() + 1) {
      return head(text, max);
    }
    int room = max - LEFT_OUT.length();
    return head(text, room / 2) + LEFT_OUT + tail(text, room - room / 2);
  }

  /**
   * Escapes text from another program and wraps it, between words if possible. Continuation lines
   * are indented by two columns more than the text.
   */
  static List<String> folded(String text, int width) {
    String rest = VisibleText.of(text);
    List<String> lines = new ArrayList<>();
    int indent = 0;
    while (indent < rest.length() && rest.charAt(indent) == ' ') {
      indent++;
    }
    String before = " ".repeat(Math.min(indent + 2, width / 2));
    while (columns(rest) > width) {
      String line = head(rest, width);
      if (line.isEmpty()) {
        break;
      }
      int end = end(rest, line, before.length());
      lines.add(rest.substring(0, end).stripTrailing());
      rest = before + rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /**
   * Returns the index at which to break a line: at a space if there is one; otherwise before the
   * source location of a stack frame, or after a dot.
   */
  private static int end(String rest, String line, int indent) {
    int blank = rest.charAt(line.length()) == ' ' ? line.length() : line.lastIndexOf(' ');
    if (blank > indent) {
      return blank;
    }
    int bracket = line.lastIndexOf('(');
    int dot = line.lastIndexOf('.') + 1;
    int end = bracket > indent ? bracket : dot;
    return end > indent ? end : line.length();
  }

  /** Formats a number of bytes: {@code 900 B}, {@code 1.5 KiB}, {@code 300 KiB}, {@code 12 GiB}. */
  static String bytes(long bytes) {
    int unit = 0;
    double amount = bytes;
    while (Math.abs(amount) >= KIB && unit < UNITS.size() - 1) {
      amount /= KIB;
      unit++;
    }
    return (unit == 0 ? Long.toString(bytes) : tenths(amount)) + " " + UNITS.get(unit);
  }

  /** Formats a rate: {@code 0}, {@code 0.4}, {@code 12}, {@code 12,345}, {@code 123k}. */
  static String rate(double perSecond) {
    if (perSecond >= 99_999.5) {
      return Numbers.grouped(Math.round(perSecond / 1_000)) + "k";
    }
    return perSecond > 0 && perSecond < 0.05 ? "0.1" : tenths(perSecond);
  }

  /** Formats an age: {@code 12s}, {@code 4m12s}, {@code 3h05m}, {@code 12d03h}. */
  static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + "m" + twoDigits(seconds % 60) + "s";
    }
    long hours = seconds / 3_600;
    return hours < 24
        ? hours + "h" + twoDigits(seconds / 60 % 60) + "m"
        : Numbers.grouped(hours / 24) + "d" + twoDigits(hours % 24) + "h";
  }

  private static String twoDigits(long number) {
    return (number < 10 ? "0" : "") + number;
  }

  private static String tenths(double number) {
    long tenths = Math.round(number * 10);
    return Math.abs(tenths) >= 100 || tenths % 10 == 0
        ? Numbers.grouped(Math.round(number))
        : tenths / 10 + "." + Math.abs(tenths % 10);
  }
}
