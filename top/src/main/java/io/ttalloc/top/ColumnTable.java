package io.ttalloc.top;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Rows of cells in columns. If there is too little room, flexible columns shrink first; then whole
 * columns are omitted.
 */
final class ColumnTable {

  /**
   * A column.
   *
   * @param rank the column with the highest rank is omitted first
   * @param min the minimum width when it shrinks; 0 if it may not shrink
   */
  record Column(String head, boolean right, int rank, int min) {
    static Column left(String head, int rank) {
      return new Column(head, false, rank, 0);
    }

    static Column right(String head, int rank) {
      return new Column(head, true, rank, 0);
    }

    static Column flexible(String head, int rank, int min) {
      return new Column(head, false, rank, min);
    }
  }

  /** The minimum screen width at which columns are set further apart. */
  private static final int WIDE = 100;

  private final List<Column> columns;
  private final int width;
  private final List<List<Cell>> rows = new ArrayList<>();

  ColumnTable(List<Column> columns, int width) {
    this.columns = columns;
    this.width = width;
  }

  void add(List<Cell> row) {
    rows.add(row);
  }

  /**
   * Returns the head and some of the rows; the widths of the columns depend on all rows.
   *
   * @param selected the row to be highlighted; negative for none
   */
  List<AttributedString> lines(int from, int to, int selected, AttributedStyle headStyle) {
    int[] widths = widths();
    List<AttributedString> lines = new ArrayList<>();
    List<Cell> head = columns.stream().map(column -> Cell.of(column.head, headStyle)).toList();
    lines.add(line(head, widths, false));
    for (int i = from; i < to; i++) {
      lines.add(line(rows.get(i), widths, i == selected));
    }
    return lines;
  }

  private int gap() {
    return width >= WIDE ? 2 : 1;
  }

  /** Returns the width of each column; negative for omitted columns. */
  private int[] widths() {
    int[] natural = new int[columns.size()];
    int[] widths = new int[columns.size()];
    for (int i = 0; i < natural.length; i++) {
      natural[i] = ShownText.columns(columns.get(i).head);
      for (List<Cell> row : rows) {
        natural[i] = Math.max(natural[i], row.get(i).natural());
      }
      int min = columns.get(i).min;
      widths[i] = min == 0 ? natural[i] : Math.min(natural[i], min);
    }
    while (taken(widths) > width && leaveOut(widths)) {
      // until it fits
    }
    int room = width - taken(widths);
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] >= 0 && columns.get(i).min > 0) {
        int more = Math.max(0, Math.min(room, natural[i] - widths[i]));
        widths[i] += more;
        room -= more;
      }
    }
    return widths;
  }

  private int taken(int[] widths) {
    int taken = -gap();
    for (int each : widths) {
      taken += each < 0 ? 0 : each + gap();
    }
    return taken;
  }

  private boolean leaveOut(int[] widths) {
    int out = -1;
    int left = 0;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] >= 0) {
        left++;
        out = out < 0 || columns.get(i).rank > columns.get(out).rank ? i : out;
      }
    }
    if (left <= 1) {
      return false;
    }
    widths[out] = -1;
    return true;
  }

  private AttributedString line(List<Cell> cells, int[] widths, boolean selected) {
    AttributedStringBuilder line = new AttributedStringBuilder();
    AttributedStyle between = selected ? Look.PLAIN.inverse() : Look.PLAIN;
    int left = width;
    boolean first = true;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] < 0) {
        continue;
      }
      Cell cell = cells.get(i);
      String before = first ? "" : " ".repeat(Math.min(left, gap()));
      first = false;
      left -= before.length();
      String text = cell.text().apply(Math.min(left, widths[i]));
      int padding = Math.max(0, Math.min(left, widths[i]) - ShownText.columns(text));
      left -= padding + ShownText.columns(text);
      line.styled(between, before);
      line.styled(between, columns.get(i).right ? " ".repeat(padding) : "");
      line.styled(selected ? between : cell.style(), text);
      line.styled(between, columns.get(i).right ? "" : " ".repeat(padding));
    }
    line.styled(between, selected ? " ".repeat(Math.max(0, left)) : "");
    return selected ? line.toAttributedString() : stripped(line.toAttributedString());
  }

  private static AttributedString stripped(AttributedString line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == ' ') {
      end--;
    }
    return line.subSequence(0, end);
  }
}
