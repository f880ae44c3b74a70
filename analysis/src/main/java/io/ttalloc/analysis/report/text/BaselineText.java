package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.baseline.Baselined;
import io.ttalloc.analysis.baseline.Recorded;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.wording.Numbers;
import java.util.List;

/** Writes how the findings stand against a baseline, and what of it is gone. */
final class BaselineText {
  private static final int MOST = 40;

  private BaselineText() {}

  static void write(Report report, Lines lines) {
    List<Recorded> gone = report.gone();
    if (gone == null) {
      return;
    }
    lines.blank();
    lines.line(
        "baseline: "
            + Numbers.grouped(report.marked(Baselined.NEW))
            + " new, "
            + Numbers.grouped(report.marked(Baselined.KNOWN))
            + " known, "
            + Numbers.grouped(gone.size())
            + " gone");
    int shown = Math.min(MOST, gone.size());
    for (Recorded one : gone.subList(0, shown)) {
      lines.line("  gone: " + one.toText());
    }
    if (shown < gone.size()) {
      lines.line("  and " + Numbers.grouped(gone.size() - shown) + " more");
    }
  }
}
