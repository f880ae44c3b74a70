package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.FindingSum;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The findings of an entry that differ only in the callers of one opening line.
 *
 * @param findings one for each stack, the worst first
 * @param sum the sum of all findings
 * @param part whether the findings are part of another row of the entry: closing that row's
 *     resources closes these
 */
public record ReportRow(List<Finding> findings, Finding sum, boolean part) {

  /**
   * The properties that the findings of a row have in common.
   *
   * @param frames the stack up to and including the user's own frame; the whole stack if there is
   *     none
   */
  record Line(TypeEntry type, @Nullable String space, boolean owned, List<Frame> frames) {
    static Line of(Finding finding) {
      Opening opening = finding.opening();
      return new Line(
          finding.type(),
          finding.location().space(),
          !finding.ownership().roots().isEmpty(),
          opening.frames().subList(0, opening.callersFrom()));
    }
  }

  static List<ReportRow> of(List<Finding> findings, boolean parts) {
    Map<Line, List<Finding>> byLine = new LinkedHashMap<>();
    for (Finding finding : findings) {
      byLine.computeIfAbsent(Line.of(finding), k -> new ArrayList<>()).add(finding);
    }
    List<ReportRow> rows = new ArrayList<>();
    for (List<Finding> members : byLine.values()) {
      rows.add(new ReportRow(List.copyOf(members), FindingSum.of(members), parts));
    }
    rows.sort((a, b) -> Finding.WORST_FIRST.compare(a.sum(), b.sum()));
    return List.copyOf(rows);
  }

  /** The number of stacks in this row. */
  public int stacks() {
    return sum.identity().stacks();
  }

  /** The callers of the opening line; null if there is only one stack. */
  public @Nullable Callers callers() {
    return findings.size() == 1 ? null : Callers.of(findings);
  }
}
