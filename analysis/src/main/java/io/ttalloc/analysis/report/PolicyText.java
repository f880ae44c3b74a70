package io.ttalloc.analysis.report;

import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Describes the effect of suppressions and the comparison with a baseline in lines of text. */
public final class PolicyText {
  private static final int MAX_GONE = 40;

  private PolicyText() {}

  /** Returns a heading and a line for each suppression; empty if there are none. */
  public static List<String> suppressions(Report report) {
    List<String> lines = new ArrayList<>();
    for (Suppressed.Use use : report.effects().suppressions()) {
      lines.add("  " + said(report, use) + ": " + use.suppression().name());
    }
    if (!lines.isEmpty()) {
      lines.add(0, "suppressions");
    }
    return lines;
  }

  private static String said(Report report, Suppressed.Use use) {
    return switch (use.status()) {
      case USED -> used(use, report.suppressedBy(use.suppression().name()));
      case OVER_BUDGET -> "over its budget with " + amount(use);
      case UNUSED -> "unused";
      case EXPIRED -> "expired: its last day was " + use.suppression().expires();
    };
  }

  private static String used(Suppressed.Use use, long entries) {
    String because =
        use.growing() == 1
            ? " not suppressed, because it is growing"
            : " not suppressed, because they are growing";
    String grows = Numbers.counted(use.growing(), "finding") + because;
    if (use.findings() == 0) {
      return grows;
    }
    String suppressed = Numbers.counted(entries, "entry") + " suppressed with " + amount(use);
    return use.growing() == 0 ? suppressed : suppressed + ", " + grows;
  }

  private static String amount(Suppressed.Use use) {
    String count = Numbers.counted(use.count(), "resource");
    return use.bytes() == 0 ? count : count + " (" + Numbers.bytes(use.bytes()) + ")";
  }

  /**
   * Returns a line that counts the new and known entries and the findings that are gone, then lines
   * with the latter; empty without a baseline.
   */
  public static List<String> baseline(Report report) {
    List<RecordedFinding> gone = report.effects().gone();
    List<String> lines = new ArrayList<>();
    if (gone == null) {
      return lines;
    }
    lines.add(
        "baseline: "
            + Numbers.grouped(report.marked(Baselined.NEW))
            + " new, "
            + Numbers.grouped(report.marked(Baselined.KNOWN))
            + " known, "
            + Numbers.grouped(gone.size())
            + " gone");
    int shown = Math.min(MAX_GONE, gone.size());
    for (RecordedFinding one : gone.subList(0, shown)) {
      lines.add("  gone: " + one.toText());
    }
    if (shown < gone.size()) {
      lines.add("  and " + Numbers.grouped(gone.size() - shown) + " more");
    }
    return lines;
  }
}
