package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.MarkRow;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.text.Numbers;
import java.util.List;

/**
 * Writes what each cycle left open and the resident memory of the process at the end of the cycle,
 * to show whether both grow together.
 */
final class MarksText {
  private static final int MAX_SHOWN = 8;

  private MarksText() {}

  static void write(Report report, Lines lines) {
    List<MarkRow> rows = report.markRows();
    if (rows.stream().noneMatch(row -> row.residentBytes() != null)) {
      return;
    }
    List<MarkRow> latest = rows.subList(Math.max(0, rows.size() - MAX_SHOWN), rows.size());
    int width = latest.stream().mapToInt(row -> row.mark().name().length()).max().orElse(0) + 2;
    boolean sized = report.findings().stream().anyMatch(f -> f.type().hasBytes());
    lines.blank();
    String which =
        rows.size() > MAX_SHOWN
            ? ", last " + MAX_SHOWN + " of " + Numbers.grouped(rows.size())
            : "";
    lines.line("marks (left open by the cycle; resident memory of the process)" + which);
    for (MarkRow row : latest) {
      lines.line(
          "  "
              + Lines.padded(row.mark().name(), width)
              + Lines.padded(left(row, sized) + ";", 14)
              + (row.residentBytes() == null ? "unknown" : Numbers.bytes(row.residentBytes())));
    }
  }

  /**
   * Returns the bytes and the number of resources without bytes; only the number if none have
   * bytes.
   */
  private static String left(MarkRow row, boolean sized) {
    MarkRow.Left left = row.left();
    if (left == null) {
      return "unknown";
    }
    if (!sized) {
      return Numbers.grouped(left.count()) + " open";
    }
    String others =
        left.unsized() == 0
            ? ""
            : " and " + Numbers.counted(left.unsized(), "resource") + " without bytes";
    return Numbers.bytes(left.bytes()) + others;
  }
}
