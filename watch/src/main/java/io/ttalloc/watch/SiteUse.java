package io.ttalloc.watch;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the latest report, and how it has changed since the previous report.
 *
 * @param at when the ledger was read
 * @param opened the number of resources that the entry's sites have opened so far
 * @param openedPerSecond the rate since the previous report; 0 for the first one
 * @param grownBy the increase in the number of open resources since the previous report
 */
public record SiteUse(
    ReportEntry entry, Instant at, long opened, double openedPerSecond, long grownBy) {

  /** The identity of an entry across reports. */
  record Key(String title, Set<String> types, String verdict) {
    static Key of(ReportEntry entry) {
      return new Key(entry.title(), Set.copyOf(entry.types()), entry.group().verdict().toString());
    }
  }

  Key key() {
    return Key.of(entry);
  }

  static SiteUse of(ReportEntry entry, Instant at, @Nullable SiteUse before) {
    long opened =
        entry.findings().stream()
            .mapToLong(finding -> finding.amount().opened())
            .reduce(0, SaturatedSum::of);
    if (before == null) {
      return new SiteUse(entry, at, opened, 0, 0);
    }
    double seconds = Duration.between(before.at, at).toNanos() / 1e9;
    double rate = seconds <= 0 ? 0 : Math.max(0, opened - before.opened) / seconds;
    return new SiteUse(entry, at, opened, rate, entry.count() - before.entry.count());
  }
}
