package io.ttalloc.top;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The characters of bars and curves. */
public enum Glyphs {
  UNICODE("█▓▒░·", "▁▂▃▄▅▆▇█", "▾", "▴", "›"),
  /** The characters for terminals that show no others. */
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

  /** The glyphs that a terminal can show, by these variables in the order of POSIX. */
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

  /** Marks the column by which a list is sorted. */
  String sorted(boolean descending) {
    return descending ? down : up;
  }

  /** Marks the selected row. */
  String pointer() {
    return pointer;
  }

  /** The character for a part of a bar, from 0. */
  String shade(int part) {
    return shades.substring(part, part + 1);
  }

  /**
   * A bar of parts, one shade for each, the rest of it empty. A part that is there has a character
   * if there is room.
   *
   * @param whole what the whole width stands for
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

  /** The last values as a curve over zero, the latest at the right. */
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
