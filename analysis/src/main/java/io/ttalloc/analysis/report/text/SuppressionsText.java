package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.suppression.SuppressionUse;
import io.ttalloc.analysis.wording.Numbers;
import java.util.List;

/** Writes what became of each suppression, one line each. */
final class SuppressionsText {
  private SuppressionsText() {}

  static void write(List<SuppressionUse> suppressions, Lines lines) {
    if (suppressions.isEmpty()) {
      return;
    }
    lines.blank();
    lines.line("suppressions");
    for (SuppressionUse use : suppressions) {
      lines.line("  " + standing(use) + ": " + use.suppression().name());
    }
  }

  private static String standing(SuppressionUse use) {
    return switch (use.status()) {
      case USED -> used(use);
      case OVER_BUDGET -> "over its budget with " + amount(use);
      case UNUSED -> "unused";
      case EXPIRED -> "expired, its last day was " + use.suppression().expires();
    };
  }

  private static String used(SuppressionUse use) {
    String because = use.growing() == 1 ? " not, because it grows" : " not, because they grow";
    String grows = Numbers.grouped(use.growing()) + because;
    if (use.findings() == 0) {
      return grows;
    }
    String suppressed = Numbers.grouped(use.findings()) + " suppressed, " + amount(use);
    return use.growing() == 0 ? suppressed : suppressed + ", " + grows;
  }

  private static String amount(SuppressionUse use) {
    String count = Numbers.counted(use.count(), "resource");
    return use.bytes() == 0 ? count : count + " of " + Numbers.bytes(use.bytes());
  }
}
