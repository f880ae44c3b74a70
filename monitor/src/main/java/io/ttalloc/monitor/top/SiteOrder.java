package io.ttalloc.monitor.top;

import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** What sites may be sorted by, in the order of the columns; the highest first. */
enum SiteOrder {
  /** As reports have them: the worst first, leaks before the others. */
  VERDICT(row -> row.site().entry().group().leak() ? 1 : 0),
  COUNT(row -> row.site().entry().count()),
  BYTES(row -> row.site().entry().bytes()),
  OPENED(row -> row.site().openedPerSecond()),
  GREW(row -> row.site().grownBy());

  private final ToDoubleFunction<SiteRow> by;

  SiteOrder(ToDoubleFunction<SiteRow> by) {
    this.by = by;
  }

  /** Equal ones stay in their order. */
  Comparator<SiteRow> comparator() {
    return Comparator.comparingDouble(by).reversed();
  }

  SiteOrder next(int step) {
    return values()[Math.floorMod(ordinal() + step, values().length)];
  }
}
