package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The findings of one owner and one call, which a report shows under one number. */
public record ReportEntry(String title, List<Finding> findings) {
  private static final Comparator<ReportEntry> WORST_FIRST =
      Comparator.comparingLong(ReportEntry::bytes)
          .reversed()
          .thenComparing(ReportEntry::count, Comparator.reverseOrder())
          .thenComparingLong(ReportEntry::oldestOpenedNanos);

  /** What the findings under one heading have in common. */
  public record GroupKey(
      Verdict verdict,
      boolean leak,
      boolean growing,
      List<String> heldBy,
      @Nullable String suppressedBy,
      @Nullable String baseline) {}

  private record Key(List<String> roots, String title) {}

  /** The entries under each heading, the worst first. */
  public static Map<GroupKey, List<ReportEntry>> groups(List<Finding> findings) {
    Map<GroupKey, List<Finding>> byGroup = new LinkedHashMap<>();
    for (Finding finding : findings) {
      GroupKey key =
          new GroupKey(
              finding.verdict(),
              finding.leak(),
              finding.growing(),
              finding.ownership().heldBy(),
              finding.suppressedBy(),
              finding.baseline());
      byGroup.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
    }
    Map<GroupKey, List<ReportEntry>> groups = new LinkedHashMap<>();
    byGroup.forEach((key, members) -> groups.put(key, entries(members)));
    return groups;
  }

  /** All leaks, the worst first: in the order of verdicts, then the most bytes first. */
  static List<ReportEntry> leaks(List<Finding> findings) {
    List<ReportEntry> leaks = new ArrayList<>();
    groups(findings)
        .forEach(
            (key, entries) -> {
              if (key.leak()) {
                leaks.addAll(entries);
              }
            });
    return leaks;
  }

  private static List<ReportEntry> entries(List<Finding> findings) {
    Map<Key, List<Finding>> byKey = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Key key = new Key(finding.ownership().roots(), finding.opening().title());
      byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
    }
    List<ReportEntry> entries = new ArrayList<>();
    byKey.forEach((key, members) -> entries.add(new ReportEntry(key.title(), members)));
    entries.sort(WORST_FIRST);
    return entries;
  }

  private long bytes() {
    return findings.stream().mapToLong(Finding::bytes).sum();
  }

  private long count() {
    return findings.stream().mapToLong(finding -> finding.amount().count()).sum();
  }

  private long oldestOpenedNanos() {
    return findings.stream().mapToLong(Finding::oldestOpenedNanos).min().orElse(Long.MAX_VALUE);
  }
}
