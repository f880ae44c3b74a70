package io.ttalloc.viewer;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import io.ttalloc.text.VisibleText;
import io.ttalloc.viewer.history.BufferHistory;
import io.ttalloc.viewer.history.ShownOperations;
import io.ttalloc.viewer.history.ViewerOperation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes an error row for each entry of the report that is a leak. */
final class LeakErrors {
  /** The maximum number of rows; more would be too many to read. */
  private static final int MAX_ROWS = 20;

  private final Report report;
  private final BufferHistory history;
  private final ShownOperations operations;

  LeakErrors(Report report, BufferHistory history, ShownOperations operations) {
    this.report = report;
    this.history = history;
    this.operations = operations;
  }

  void write(TableRows errors) throws SQLException {
    for (ReportEntry entry : report.entries()) {
      if (entry.group().leak()) {
        Finding worst = entry.rows().get(0).sum();
        ViewerOperation operation = operationOf(worst);
        errors.add(
            operation.id(),
            ViewerText.of(operation.name()),
            entry.group().verdict() + (entry.group().growing() ? " and GROWING" : ""),
            message(entry),
            ViewerText.stack(worst.opening().frames()),
            report.process().clock().at(worst.oldest().openedNanos()).toString());
      }
    }
  }

  /**
   * Returns the operation that opened the finding's oldest resource; if that operation is not
   * shown, the last one.
   */
  private ViewerOperation operationOf(Finding finding) {
    ViewerOperation found = history.operationOf(finding.opening(), finding.oldest().openedNanos());
    return found == null || found.id() == 0 ? operations.last() : found;
  }

  private static String message(ReportEntry entry) {
    List<String> lines = new ArrayList<>();
    Set<String> why = new LinkedHashSet<>();
    Set<String> fixes = new LinkedHashSet<>();
    lines.add(VisibleText.of(entry.title()) + ": " + VisibleText.of(entry.group().name()));
    for (ReportRow row : entry.rows().subList(0, Math.min(MAX_ROWS, entry.rows().size()))) {
      lines.add(amount(row.sum()));
      ReasonText.of(row.sum().why()).forEach(phrase -> why.add("why: " + VisibleText.of(phrase)));
      fixes.add("fix: " + VisibleText.of(AdviceText.of(row.sum().fix())));
    }
    if (entry.rows().size() > MAX_ROWS) {
      lines.add("and " + Numbers.counted(entry.rows().size() - MAX_ROWS, "more opening line"));
    }
    lines.addAll(why);
    lines.addAll(fixes);
    return String.join("\n", lines);
  }

  private static String amount(Finding finding) {
    StringBuilder text = new StringBuilder();
    text.append(VisibleText.of(TypeNames.counted(finding.amount().count(), finding.type().name())));
    if (finding.bytes() > 0) {
      text.append(", ").append(Numbers.bytes(finding.bytes()));
    }
    if (finding.location().space() != null) {
      text.append(" in ").append(VisibleText.of(finding.location().space()));
    }
    List<Integer> devices = finding.location().devices();
    if (!devices.isEmpty()) {
      text.append(devices.size() == 1 ? ", device " : ", devices ").append(Numbers.ranges(devices));
    }
    return text.toString();
  }
}
