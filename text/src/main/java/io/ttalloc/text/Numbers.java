package io.ttalloc.text;

import java.util.Collection;
import java.util.Iterator;

/**
 * Formats numbers for human readers, without a locale and without loading the JDK's formatting
 * classes.
 */
public final class Numbers {
  private static final long OFFSETS_BELOW = 1L << 24;

  private Numbers() {}

  /** Formats a number: {@code 36,864}. */
  public static String grouped(long number) {
    String digits = Long.toString(number);
    int first = number < 0 ? 1 : 0;
    StringBuilder text = new StringBuilder(digits);
    for (int i = digits.length() - 3; i > first; i -= 3) {
      text.insert(i, ',');
    }
    return text.toString();
  }

  /** Formats a number of bytes: {@code 36,864 B}. */
  public static String bytes(long bytes) {
    return grouped(bytes) + " B";
  }

  /**
   * Formats a count: {@code 1 leak}, {@code 3 leaks}. The noun must have a regular plural; for
   * other nouns, see {@link TypeNames}.
   */
  public static String counted(long count, String singular) {
    return grouped(count) + " " + (count == 1 ? singular : plural(singular));
  }

  private static String plural(String singular) {
    if (singular.endsWith("y") && "aeiou".indexOf(beforeLast(singular)) < 0) {
      return singular.substring(0, singular.length() - 1) + "ies";
    }
    boolean hissing =
        singular.endsWith("s")
            || singular.endsWith("x")
            || singular.endsWith("z")
            || singular.endsWith("ch")
            || singular.endsWith("sh");
    return singular + (hissing ? "es" : "s");
  }

  private static char beforeLast(String text) {
    return text.charAt(text.length() - 2);
  }

  /**
   * Returns a type's name for use in a sentence: {@code circular buffer} for {@code
   * circular-buffer}.
   */
  public static String spoken(String typeName) {
    return typeName.replace('-', ' ').replace('_', ' ');
  }

  /** Formats an address in hexadecimal: {@code 0x3ffff800}. */
  public static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  /** Returns an address in hexadecimal, or in decimal if it is small and therefore an offset. */
  public static String address(long address) {
    return address >= 0 && address < OFFSETS_BELOW ? Long.toString(address) : hex(address);
  }

  /** Formats a duration: {@code 850 ns}, {@code 2.1 s}, {@code 4 min 12 s}, {@code 3 h 05 min}. */
  public static String duration(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    if (nanos < 1_000_000) {
      return tenths(nanos, 1_000) + " us";
    }
    if (nanos < 1_000_000_000) {
      return tenths(nanos, 1_000_000) + " ms";
    }
    if (nanos < 60_000_000_000L) {
      return tenths(nanos, 1_000_000_000) + " s";
    }
    long seconds = nanos / 1_000_000_000;
    if (seconds < 3_600) {
      return seconds / 60 + " min " + seconds % 60 + " s";
    }
    long minutes = seconds / 60;
    return minutes / 60 + " h " + (minutes % 60 < 10 ? "0" : "") + minutes % 60 + " min";
  }

  private static String tenths(long nanos, long unit) {
    long tenths = nanos / (unit / 10);
    return tenths >= 1_000 || tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : tenths / 10 + "." + tenths % 10;
  }

  /** Returns ascending numbers as ranges: {@code 0-7}, {@code 0, 2-4}. */
  public static String ranges(Collection<Integer> ascending) {
    StringBuilder text = new StringBuilder();
    Iterator<Integer> numbers = ascending.iterator();
    int next = numbers.hasNext() ? numbers.next() : 0;
    boolean more = !ascending.isEmpty();
    while (more) {
      int first = next;
      int last = first;
      more = false;
      while (numbers.hasNext() && !more) {
        next = numbers.next();
        more = next != last + 1;
        last = more ? last : next;
      }
      text.append(text.length() == 0 ? "" : ", ").append(first);
      if (last > first) {
        text.append(last == first + 1 ? ", " : "-").append(last);
      }
    }
    return text.toString();
  }
}
