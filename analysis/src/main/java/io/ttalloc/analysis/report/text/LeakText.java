package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One leak for the failure message of a test: a line that says what was opened where, and the
 * evidence.
 */
public final class LeakText {
  private LeakText() {}

  /**
   * Returns what was left open and the line that opened it: {@code 2 files at
   * Import.first(Import.java:10)}.
   *
   * @param count how many of the finding's resources the message is about
   */
  public static String title(Finding finding, long count) {
    return TypeNames.countedSpoken(count, finding.type().name()) + " at " + line(finding);
  }

  /**
   * Returns the user's own frame that opened the resources, else the innermost frame; null without
   * a stack.
   */
  static @Nullable Frame frame(Finding finding) {
    List<Frame> own = finding.opening().own();
    return own.isEmpty() ? finding.opening().yours() : own.get(0);
  }

  static String line(Finding finding) {
    Frame at = frame(finding);
    return at == null ? Opening.NO_STACK : JavaNames.shortFrame(at);
  }

  /**
   * Returns what opened the resources, what keeps them reachable, why this is a leak and how to fix
   * it, in at most eleven lines.
   *
   * @param keeper what keeps the resources reachable; null to take this from the finding
   */
  public static List<String> evidence(Finding finding, @Nullable String keeper) {
    ReportEntry entry = ReportEntry.of(List.of(finding)).get(0);
    List<String> lines = new ShortEntry(entry, 0, keeper).lines(1);
    return lines.subList(1, lines.size()).stream()
        .map(line -> line.substring(ShortEntry.INDENT.length()))
        .toList();
  }
}
