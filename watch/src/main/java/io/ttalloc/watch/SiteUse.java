package io.ttalloc.watch;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the latest report, and how it has changed since the report before.
 *
 * @param at when the ledger was read
 * @param opened how many its sites have opened so far
 * @param openedPerSecond since the report before; 0 for the first one
 * @param grownBy by how many more are open than at the report before
 */
public record SiteUse(
    ReportEntry entry, Instant at, long opened, double openedPerSecond, long grownBy) {

  /** The identity of a site from report to report. */
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
