package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * The visible part of a list.
 *
 * @param to exclusive
 */
record Window(int from, int to, int size) {

  /**
   * Chooses the visible part.
   *
   * @param shown a row that must be visible; negative for none
   * @param lines the number of lines for the header, the rows, and a line about the rows that are
   *     not shown
   */
  static Window of(int size, int shown, int lines) {
    if (size <= lines - 1) {
      return new Window(0, size, size);
    }
    int rows = Math.max(0, lines - 2);
    int from = Math.max(0, Math.min(size - rows, shown - rows / 2));
    return new Window(from, from + rows, size);
  }

  List<AttributedString> lines(
      ColumnTable<?> table, int selected, Look look, String what, int columns) {
    List<AttributedString> lines = new ArrayList<>(table.lines(from, to, selected, look.heading()));
    if (to - from < size) {
      int before = from;
      int after = size - to;
      String more =
          before == 0
              ? "and " + Numbers.counted(after, "more " + what)
              : Numbers.grouped(before) + " above, " + Numbers.grouped(after) + " below";
      lines.add(new AttributedString(ShownText.head("  " + more, columns), look.quiet()));
    }
    return lines;
  }
}
