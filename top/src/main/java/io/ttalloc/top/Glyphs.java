package io.ttalloc.top;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The characters for bars and curves. */
public enum Glyphs {
  UNICODE("█▓▒░·", "▁▂▃▄▅▆▇█", "▾", "▴", "›"),
  /** Characters for terminals that can show only ASCII. */
  ASCII("#=+-.", "_.:-=+*#", "v", "^", ">");

  private final String shades;
  private final String levels;
  private final String down;
  private final String up;
  private final String pointer;

  Glyphs(String shades, String levels, String down, String up, String pointer) {
    this.shades = shades;
    this.levels = levels;
    this.down = down;
    this.up = up;
    this.pointer = pointer;
  }

  /**
   * Returns the glyphs that a terminal can show, according to the locale variables in POSIX order.
   */
  public static Glyphs of(Map<String, String> environment) {
    for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
      String locale = environment.getOrDefault(name, "");
      if (!locale.isEmpty()) {
        String upper = locale.toUpperCase(Locale.ROOT);
        return upper.contains("UTF-8") || upper.contains("UTF8") ? UNICODE : ASCII;
      }
    }
    return ASCII;
  }

  /** The mark of the column by which a list is sorted. */
  String sorted(boolean descending) {
    return descending ? down : up;
  }

  /** The mark of the selected row. */
  String pointer() {
    return pointer;
  }

  /** The character for a part of a bar; parts are numbered from 0. */
  String shade(int part) {
    return shades.substring(part, part + 1);
  }

  /**
   * Returns a bar with a shade for each part; the rest of the bar is empty. Every part that is not
   * zero gets at least one character if there is room.
   *
   * @param whole the value represented by the full width
   */
  String bar(long[] parts, long whole, int width) {
    StringBuilder bar = new StringBuilder(width);
    long sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += Math.max(0, parts[i]);
      long end = whole <= 0 ? 0 : Math.round((double) sum * width / whole);
      if (parts[i] > 0 && end <= bar.length()) {
        end = bar.length() + 1L;
      }
      while (bar.length() < Math.min(end, width)) {
        bar.append(shade(i));
      }
    }
    return bar.append(shade(parts.length).repeat(width - bar.length())).toString();
  }

  /**
   * Returns the last values as a curve on a scale that starts at zero, with the latest value on the
   * right.
   */
  String curve(List<Long> values, int width) {
    List<Long> last = values.subList(Math.max(0, values.size() - width), values.size());
    long max = Math.max(1, last.stream().mapToLong(Long::longValue).max().orElse(1));
    StringBuilder curve = new StringBuilder(width);
    for (long value : last) {
      int highest = levels.length() - 1;
      int level = (int) Math.ceil((double) Math.max(0, value) * highest / max);
      curve.append(levels.charAt(Math.min(highest, level)));
    }
    return curve.toString();
  }
}
