package io.ttalloc.watch.ledgers;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import io.ttalloc.text.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats a list of ledgers as text, in lines of at most {@value #COLUMNS} columns. The command
 * line gets the remaining space, and is shortened in the middle if necessary.
 */
public final class LedgerTable {
  private static final int COLUMNS = 80;
  private static final int COMMAND = 3;
  private static final int MIN_COMMAND = 10;
  private static final long MANY_BYTES = 1L << 40;
  private static final long GIB = 1L << 30;
  private static final String UNKNOWN = "-";

  private static final List<String> HEAD =
      List.of("PID", "STATE", "AGE", "COMMAND", "LIVE", "BYTES", "LEAKS");

  /** Whether each column is right-aligned, as columns of numbers are. */
  private static final List<Boolean> RIGHT = List.of(true, false, true, false, true, true, true);

  private LedgerTable() {}

  /** Prints the readable rows as a table; prints nothing if there are none. */
  public static void print(LedgerListing listing, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    for (LedgerRow row : listing.rows()) {
      if (row.problem() == null) {
        lines.add(cells(row));
      }
    }
    if (lines.size() == 1) {
      return;
    }
    int[] widths = new int[HEAD.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    int others = 2 * (widths.length - 1);
    for (int i = 0; i < widths.length; i++) {
      others += i == COMMAND ? 0 : widths[i];
    }
    widths[COMMAND] = Math.min(widths[COMMAND], Math.max(MIN_COMMAND, COLUMNS - others));
    lines.forEach(line -> out.println(line(line, widths)));
  }

  private static List<String> cells(LedgerRow row) {
    LedgerRow.Content content = row.content();
    return List.of(
        Long.toString(row.pid()),
        row.state().word(),
        row.age() == null ? UNKNOWN : LedgerAges.text(row.age()),
        // The name is escaped before it is shortened, because escapes make it longer.
        VisibleText.of(ProgramName.of(row.command())),
        content == null ? UNKNOWN : Numbers.grouped(content.live()),
        content == null ? UNKNOWN : bytes(content.liveBytes()),
        content == null ? UNKNOWN : leaks(content.leaks()));
  }

  private static String leaks(@Nullable Long leaks) {
    return leaks == null ? UNKNOWN : Numbers.grouped(leaks);
  }

  private static String bytes(long bytes) {
    return bytes < MANY_BYTES ? Numbers.bytes(bytes) : Numbers.grouped(bytes / GIB) + " GB";
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = i == COMMAND ? ProgramName.shortened(cells.get(i), widths[i]) : cells.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : "  ").append(RIGHT.get(i) ? padding + cell : cell + padding);
    }
    return line.toString();
  }
}
