package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.FindingSum;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a line for each leak and each unjudged entry: the place, the resources and the verdict.
 */
final class ShortTable {
  private static final int TYPES_NAMED = 3;

  private ShortTable() {}

  static void write(List<ReportEntry> listed, List<ReportEntry> others, Lines lines) {
    int place = 0;
    int what = 0;
    for (ReportEntry entry : listed) {
      place = Math.max(place, placeOf(entry).length());
      what = Math.max(what, whatOf(entry).length());
    }
    for (int i = 0; i < listed.size(); i++) {
      ReportEntry entry = listed.get(i);
      lines.line(
          number(i + 1)
              + Lines.padded(placeOf(entry), place + 2)
              + Lines.padded(whatOf(entry), what + 2)
              + verdictOf(entry));
    }
    long more =
        others.stream()
            .filter(entry -> entry.group().leak() || entry.group().isNotJudged())
            .count();
    if (more > 0) {
      lines.line("     and " + Numbers.counted(more, "more entry"));
    }
  }

  /** Returns the number padded for alignment: {@code 18. }. */
  static String number(int number) {
    String text = number + ".";
    return " ".repeat(Math.max(1, 4 - text.length())) + text + " ";
  }

  /** Returns the line of the user's own code, else the call that opened the resources. */
  private static String placeOf(ReportEntry entry) {
    Set<String> places = new LinkedHashSet<>();
    for (ReportRow row : entry.wholes()) {
      List<Frame> own = row.sum().opening().own();
      places.add(own.isEmpty() ? entry.title() : JavaNames.shortFrame(own.get(0)));
    }
    String first = places.iterator().next();
    return places.size() == 1 ? first : first + " and " + (places.size() - 1) + " more";
  }

  /**
   * Returns the resources: {@code 5 of 50 files, 1 socket}, or {@code 2 connections with 2
   * statements}.
   */
  static String whatOf(ReportEntry entry) {
    List<ReportRow> parts = entry.parts();
    return types(entry.wholes())
        + (parts.isEmpty() ? "" : " with " + types(parts))
        + (entry.bytes() == 0 ? "" : ", " + Numbers.bytes(entry.bytes()));
  }

  private static String types(List<ReportRow> rows) {
    Map<String, List<Finding>> byType = new LinkedHashMap<>();
    for (ReportRow row : rows) {
      byType
          .computeIfAbsent(row.sum().type().name(), type -> new ArrayList<>())
          .addAll(row.findings());
    }
    List<String> named = new ArrayList<>();
    byType.forEach((type, findings) -> named.add(counted(type, FindingSum.amount(findings))));
    int more = named.size() - TYPES_NAMED;
    String types = String.join(", ", named.subList(0, Math.min(TYPES_NAMED, named.size())));
    return types + (more > 0 ? " and " + Numbers.counted(more, "more type") : "");
  }

  private static String counted(String type, Amount sum) {
    return sum.opened() > sum.count()
        ? Numbers.grouped(sum.count()) + " of " + TypeNames.counted(sum.opened(), type)
        : TypeNames.counted(sum.count(), type);
  }

  private static String verdictOf(ReportEntry entry) {
    ReportEntry.Group group = entry.group();
    return group.verdict().words()
        + (group.growing() ? ", growing" : entry.mayGrow() ? ", may grow" : "")
        + (group.baseline() == null ? "" : " (" + group.baseline() + ")");
  }
}
