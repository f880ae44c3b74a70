package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.MisuseEntry;
import java.util.List;

/** Writes misuse, with its fix and both stacks. */
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
    for (Misuse wrong : report.misuse().subList(0, shown)) {
      MisuseEntry misuse = wrong.entry();
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
        lines.line("    " + Lines.padded("why", 9) + misuse.detail());
      }
      lines.line("    " + Lines.padded("fix", 9) + wrong.fix());
      stack(lines, wrong.earlier(), misuse.first(), wrong.yourFirst());
      stack(lines, wrong.wrong(), misuse.second(), wrong.yourSecond());
    }
    if (report.unknownCloses() > 0) {
      String closes = Numbers.counted(report.unknownCloses(), "close");
      lines.line("  " + closes + " of something whose opening was not seen");
    }
    if (shown < report.misuse().size()) {
      lines.line("  and " + (report.misuse().size() - shown) + " more");
    }
  }

  private static void stack(Lines lines, String what, List<Frame> frames, int yourFrame) {
    lines.line("    " + what + (frames.isEmpty() ? " (stack not captured)" : ""));
    StackText.frames(lines, "    ", frames, 0, frames.size(), yourFrame);
  }
}
