package io.ttalloc.top;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.verdict.Verdicts;
import java.util.Comparator;
import java.util.List;

/** The sort orders of sites, in the order of the columns; the highest values come first. */
enum SiteOrder {
  /** The order of reports: the worst first, leaks before OVERDUE, and OVERDUE before the rest. */
  VERDICT,
  COUNT,
  BYTES,
  OPENED,
  GREW;

  private static final List<SiteOrder> ALL = List.of(values());

  /** Returns the comparator; equal sites keep their order. */
  Comparator<SiteRow> comparator() {
    return Comparator.comparingDouble(this::number).reversed();
  }

  private double number(SiteRow row) {
    return switch (this) {
      case VERDICT -> urgency(row.site().entry().group());
      case COUNT -> row.site().entry().count();
      case BYTES -> row.site().entry().bytes();
      case OPENED -> row.site().openedPerSecond();
      case GREW -> row.site().grownBy();
    };
  }

  private static int urgency(ReportEntry.Group group) {
    if (group.leak()) {
      return 2;
    }
    return group.verdict() == Verdicts.OVERDUE ? 1 : 0;
  }

  SiteOrder next(int step) {
    return ALL.get(Math.floorMod(ALL.indexOf(this) + step, ALL.size()));
  }
}
