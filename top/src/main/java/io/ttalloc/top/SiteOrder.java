package io.ttalloc.top;

import java.util.Comparator;
import java.util.List;

/** The sort orders of sites, in the order of the columns; the highest first. */
enum SiteOrder {
  /** As reports have them: the worst first, leaks before the others. */
  VERDICT,
  COUNT,
  BYTES,
  OPENED,
  GREW;

  private static final List<SiteOrder> ALL = List.of(values());

  /** Equal ones stay in their order. */
  Comparator<SiteRow> comparator() {
    return Comparator.comparingDouble(this::number).reversed();
  }

  private double number(SiteRow row) {
    return switch (this) {
      case VERDICT -> row.site().entry().group().leak() ? 1 : 0;
      case COUNT -> row.site().entry().count();
      case BYTES -> row.site().entry().bytes();
      case OPENED -> row.site().openedPerSecond();
      case GREW -> row.site().grownBy();
    };
  }

  SiteOrder next(int step) {
    return ALL.get(Math.floorMod(ALL.indexOf(this) + step, ALL.size()));
  }
}
