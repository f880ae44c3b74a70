package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The findings of one owner and one call: what a report numbers. */
public record Entry(String title, List<Finding> findings) {
  private static final Comparator<Entry> WORST_FIRST =
      Comparator.comparingLong(Entry::bytes)
          .reversed()
          .thenComparing(Entry::count, Comparator.reverseOrder())
          .thenComparingLong(Entry::oldestOpenedNanos);

  /** What findings are shown under one heading. */
  public record GroupKey(
      Verdict verdict,
      boolean leak,
      boolean growing,
      List<String> heldBy,
      @Nullable String suppressedBy,
      @Nullable String baseline) {}

  private record Key(List<String> roots, String title) {}

  /** Groups of entries, the worst first in each. */
  public static Map<GroupKey, List<Entry>> groups(List<Finding> findings) {
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
    Map<GroupKey, List<Entry>> groups = new LinkedHashMap<>();
    byGroup.forEach((key, members) -> groups.put(key, entries(members)));
    return groups;
  }

  /** All leaks, the worst first: by verdict, then by weight. */
  static List<Entry> leaks(List<Finding> findings) {
    List<Entry> leaks = new ArrayList<>();
    groups(findings)
        .forEach(
            (key, entries) -> {
              if (key.leak()) {
                leaks.addAll(entries);
              }
            });
    return leaks;
  }

  private static List<Entry> entries(List<Finding> findings) {
    Map<Key, List<Finding>> byKey = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Key key = new Key(finding.ownership().roots(), finding.opening().title());
      byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
    }
    List<Entry> entries = new ArrayList<>();
    byKey.forEach((key, members) -> entries.add(new Entry(key.title(), members)));
    entries.sort(WORST_FIRST);
    return entries;
  }

  private long bytes() {
    long bytes = 0;
    for (Finding finding : findings) {
      bytes += finding.bytes();
    }
    return bytes;
  }

  private long count() {
    long count = 0;
    for (Finding finding : findings) {
      count += finding.amount().count();
    }
    return count;
  }

  private long oldestOpenedNanos() {
    long oldest = Long.MAX_VALUE;
    for (Finding finding : findings) {
      oldest = Math.min(oldest, finding.oldestOpenedNanos());
    }
    return oldest;
  }
}
