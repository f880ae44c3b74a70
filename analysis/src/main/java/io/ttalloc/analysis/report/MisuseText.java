package io.ttalloc.analysis.report;

import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.MisuseEntry;
import java.util.List;

/** Writes wrong uses with both stacks. */
final class MisuseText {
  private static final int MOST = 40;

  private MisuseText() {}

  static void write(Report report, Lines lines) {
    if (report.misuse().isEmpty()) {
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
      stack(lines, "first", misuse.first());
      stack(lines, "second", misuse.second());
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
