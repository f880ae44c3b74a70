package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Overview;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.text.Numbers;

/**
 * Writes an overview of the entries to look at first if there are more entries than fit on a
 * screen.
 */
final class OverviewText {
  /** The minimum number of entries for an overview; fewer can be seen at a glance. */
  private static final int FROM_ENTRIES = 9;

  private OverviewText() {}

  static void write(Report report, Lines lines) {
    if (report.entries().size() < FROM_ENTRIES) {
      return;
    }
    Overview overview = Overview.of(report);
    int what = 0;
    int amount = 0;
    for (Overview.Heading heading : overview.headings()) {
      for (Overview.Line line : heading.lines()) {
        what = Math.max(what, line.what().length());
        amount = Math.max(amount, line.amount().length());
      }
    }
    lines.blank();
    lines.line("overview of " + Numbers.counted(report.entries().size(), "entry"));
    for (Overview.Heading heading : overview.headings()) {
      lines.line(
          heading.group().leak() ? Lines.Colour.BAD : Lines.Colour.NOTE,
          "  " + heading.group().name());
      for (Overview.Line line : heading.lines()) {
        String entry =
            number(line.number())
                + Lines.padded(line.what(), what + 2)
                + Lines.padded(line.amount(), amount + 2)
                + line.place();
        lines.line(entry.stripTrailing());
      }
      if (heading.more() > 0) {
        lines.line("       and " + Numbers.grouped(heading.more()) + " more");
      }
    }
    if (overview.more() > 0) {
      lines.line("  and " + Numbers.counted(overview.more(), "more entry"));
    }
  }

  /** Returns the number padded for alignment: {@code 18. }. */
  private static String number(int number) {
    String text = number + ".";
    return " ".repeat(Math.max(1, 6 - text.length())) + text + " ";
  }
}
