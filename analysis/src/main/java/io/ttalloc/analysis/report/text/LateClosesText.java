package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.LateClose;
import io.ttalloc.analysis.finding.LateCloses;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.heap.report.SourceNames;

/** Writes what was closed after its limit: how many, how late, and both stacks. */
final class LateClosesText {
  private static final int MOST = 20;

  private LateClosesText() {}

  static void write(LateCloses late, Lines lines) {
    if (late.isEmpty()) {
      return;
    }
    lines.blank();
    lines.line(Lines.Colour.NOTE, "closed late (after the limit of their type; not open any more)");
    int shown = Math.min(MOST, late.rows().size());
    for (LateClose row : late.rows().subList(0, shown)) {
      lines.line(
          "  "
              + Numbers.grouped(row.count())
              + " x "
              + Numbers.spoken(row.type().name())
              + " ("
              + SourceNames.of(row.type().className())
              + "), "
              + (row.count() == 1 ? "" : "the latest ")
              + Numbers.duration(row.longestNanos())
              + " after the limit of "
              + Numbers.duration(row.type().limitNanos()));
      MisuseText.stack(lines, "opened at", row.openedBy(), row.yourOpening());
      MisuseText.stack(lines, "closed or given back at", row.closedBy(), row.yourClosing());
    }
    if (shown < late.rows().size()) {
      lines.line("  and " + Numbers.counted(late.rows().size() - shown, "more row"));
    }
    if (late.unlisted() > 0) {
      lines.line("  " + Numbers.grouped(late.unlisted()) + " more, of which no stacks are known");
    }
  }
}
