package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.ThreadLocalValue;
import io.ttalloc.analysis.finding.ThreadLocalValues;
import io.ttalloc.analysis.report.ThreadLocalWords;
import java.util.List;

/** Writes which values of thread-local variables stay in threads of pools. */
final class ThreadLocalsText {
  private static final int MOST = 10;

  private ThreadLocalsText() {}

  static void write(ThreadLocalValues values, Lines lines) {
    if (values.isEmpty()) {
      return;
    }
    lines.blank();
    lines.line(
        Lines.Colour.NOTE,
        ThreadLocalWords.title(values) + " (" + ThreadLocalWords.reservation() + ")");
    List<ThreadLocalValue> shown = values.rows().subList(0, Math.min(MOST, values.rows().size()));
    for (ThreadLocalValue row : shown) {
      lines.line(
          "  "
              + ThreadLocalWords.variable(row.value())
              + "   "
              + ThreadLocalWords.values(row.value())
              + " in "
              + ThreadLocalWords.threads(row.value())
              + (row.yours() ? "   <- your code" : ""));
    }
    String more = ThreadLocalWords.more(values, shown.size());
    if (!more.isEmpty()) {
      lines.line("  " + more);
    }
    lines.line("  fix  " + ThreadLocalWords.fix());
  }
}
