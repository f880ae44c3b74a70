package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.facts.ThreadKind;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The lines in which a short report counts what it does not list: a line for findings that are not
 * leaks, and one for suppressed findings.
 */
final class NotListedText {
  private NotListedText() {}

  /**
   * Lines such as {@code threads: 12 were still running Poller.run outside any executor, so only
   * the program can end them}.
   */
  static List<String> threads(Report report) {
    List<String> lines = new ArrayList<>();
    for (ThreadKind kind : report.unlisted().threads()) {
      lines.add(
          "threads: "
              + Numbers.grouped(kind.count())
              + (kind.count() == 1 ? " was" : " were")
              + " still running "
              + kind.task()
              + " outside any executor, so only the program can end "
              + (kind.count() == 1 ? "it" : "them"));
    }
    return lines;
  }

  /**
   * Returns the lines. Leaks and unjudged entries are omitted, since {@link ShortTable} lists them.
   */
  static List<String> of(List<ReportEntry> entries) {
    List<ReportEntry> suppressed = new ArrayList<>();
    List<ReportEntry> notLeaks = new ArrayList<>();
    for (ReportEntry entry : entries) {
      if (entry.group().suppressedBy() != null) {
        suppressed.add(entry);
      } else if (!entry.group().leak() && !entry.group().isNotJudged()) {
        notLeaks.add(entry);
      }
    }
    List<String> lines = new ArrayList<>();
    add("not leaks: ", notLeaks, lines);
    add("suppressed: ", suppressed, lines);
    return lines;
  }

  /**
   * Adds a line such as {@code not leaks: 1 left open (allowed by rule) with 3 parts; --all shows
   * them}.
   */
  private static void add(String label, List<ReportEntry> entries, List<String> lines) {
    if (entries.isEmpty()) {
      return;
    }
    Map<Verdict, List<ReportEntry>> byVerdict = new LinkedHashMap<>();
    for (ReportEntry entry : entries) {
      byVerdict.computeIfAbsent(entry.group().verdict(), v -> new ArrayList<>()).add(entry);
    }
    List<String> said = new ArrayList<>();
    for (Map.Entry<Verdict, List<ReportEntry>> kind : byVerdict.entrySet()) {
      String count = Numbers.grouped(count(kind.getValue(), ReportEntry::wholes));
      String why = "";
      if (areJdks(kind.getValue())) {
        why = " (JDK)";
      } else if (kind.getKey().isLeak(false)
          && kind.getValue().get(0).group().suppressedBy() == null) {
        why = " (allowed by rule)"; // without the rule it would be a leak
      }
      long parts = count(kind.getValue(), ReportEntry::parts);
      String with = parts == 0 ? "" : " with " + Numbers.counted(parts, "part");
      said.add(count + " " + kind.getKey().words() + why + with);
    }
    lines.add(label + String.join(", ", said) + "; --all shows them");
  }

  private static long count(
      List<ReportEntry> entries, Function<ReportEntry, List<ReportRow>> rows) {
    return entries.stream()
        .flatMap(entry -> rows.apply(entry).stream())
        .mapToLong(row -> row.sum().amount().count())
        .reduce(0, SaturatedSum::of);
  }

  /** Whether the resources of all entries are JDK objects that the JDK opened for itself. */
  private static boolean areJdks(List<ReportEntry> entries) {
    for (ReportEntry entry : entries) {
      for (Finding finding : entry.findings()) {
        if (!finding.isSystemsOwn() || !JavaNames.isPlatform(finding.type().className())) {
          return false;
        }
      }
    }
    return true;
  }
}
