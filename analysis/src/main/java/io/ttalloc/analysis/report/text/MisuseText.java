package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.MisuseEntry;
import java.util.List;

/** Writes wrong uses with both stacks. */
final class MisuseText {
  private static final int MOST = 40;

  private MisuseText() {}

  static void write(Report report, Lines lines) {
    if (report.misuse().isEmpty() && report.unknownCloses() == 0) {
      return;
    }
    lines.blank();
    lines.line(Lines.Colour.BAD, "misuse");
    int shown = Math.min(MOST, report.misuse().size());
    for (MisuseEntry misuse : report.misuse().subList(0, shown)) {
      lines.line(
          "  "
              + misuse.kind()
              + "  "
              + Numbers.grouped(misuse.count())
              + " x "
              + Numbers.spoken(misuse.type().name())
              + " ("
              + misuse.type().className()
              + ")");
      if (misuse.detail() != null) {
        lines.line("    " + misuse.detail());
      }
      stack(lines, "first", misuse.first());
      stack(lines, "second", misuse.second());
    }
    if (report.unknownCloses() > 0) {
      String closes = Numbers.counted(report.unknownCloses(), "close");
      lines.line("  " + closes + " of what was never seen to be opened");
    }
    if (shown < report.misuse().size()) {
      lines.line("  and " + (report.misuse().size() - shown) + " more");
    }
  }

  private static void stack(Lines lines, String which, List<Frame> frames) {
    lines.line("    " + which + (frames.isEmpty() ? " (stack not captured)" : ""));
    StackText.plain(lines, "    ", frames);
  }
}
