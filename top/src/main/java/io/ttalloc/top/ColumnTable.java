package io.ttalloc.top;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * A table. If there is too little room, flexible columns shrink first; then whole columns are
 * omitted.
 *
 * @param <T> the object that a row shows
 */
final class ColumnTable<T> {

  /**
   * A column.
   *
   * @param rank determines the order in which columns are omitted: the column with the highest rank
   *     first
   * @param min the width below which the column does not shrink; 0 if it never shrinks
   * @param cells a cell for each row
   */
  private record Column(String head, boolean right, int rank, int min, List<Cell> cells) {}

  /** The screen width from which columns are spaced further apart. */
  private static final int WIDE = 100;

  private final List<T> rows;
  private final int width;
  private final List<Column> columns = new ArrayList<>();

  ColumnTable(List<T> rows, int width) {
    this.rows = rows;
    this.width = width;
  }

  /** Adds a column that is aligned to the left. */
  void left(String head, int rank, Function<T, Cell> cell) {
    columns.add(new Column(head, false, rank, 0, cells(cell)));
  }

  /** Adds a column that is aligned to the right. */
  void right(String head, int rank, Function<T, Cell> cell) {
    columns.add(new Column(head, true, rank, 0, cells(cell)));
  }

  /** Adds a column that may shrink. */
  void flexible(String head, int rank, int min, Function<T, Cell> cell) {
    columns.add(new Column(head, false, rank, min, cells(cell)));
  }

  private List<Cell> cells(Function<T, Cell> cell) {
    return rows.stream().map(cell).toList();
  }

  /**
   * Returns the header line and some of the rows; the widths of the columns depend on all rows.
   *
   * @param selected the row to be highlighted; negative for none
   */
  List<AttributedString> lines(int from, int to, int selected, AttributedStyle headStyle) {
    int[] widths = widths();
    List<AttributedString> lines = new ArrayList<>();
    List<Cell> head = columns.stream().map(column -> Cell.of(column.head, headStyle)).toList();
    lines.add(line(head, widths, false));
    for (int i = from; i < to; i++) {
      int row = i;
      List<Cell> cells = columns.stream().map(column -> column.cells.get(row)).toList();
      lines.add(line(cells, widths, i == selected));
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
      for (Cell cell : columns.get(i).cells) {
        natural[i] = Math.max(natural[i], cell.natural());
      }
      int min = columns.get(i).min;
      widths[i] = min == 0 ? natural[i] : Math.min(natural[i], min);
    }
    while (taken(widths) > width && leaveOut(widths)) {
      // until the table fits
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
