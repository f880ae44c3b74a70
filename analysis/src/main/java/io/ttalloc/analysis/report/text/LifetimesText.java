package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes the lifetimes of closed resources, the most frequent types and sites first. */
final class LifetimesText {
  private static final int SHOWN = 8;

  private LifetimesText() {}

  static void write(List<Lifetime> all, Lines lines) {
    if (all.isEmpty()) {
      return;
    }
    List<Lifetime> most = new ArrayList<>(all);
    most.sort(Comparator.comparingLong(Lifetime::count).reversed());
    lines.blank();
    lines.line("lifetimes of closed resources (p50, p90, p99, max)");
    for (Lifetime lifetime : most.subList(0, Math.min(SHOWN, most.size()))) {
      lines.line(
          "  "
              + TypeNames.counted(lifetime.count(), lifetime.type())
              + " of "
              + lifetime.site()
              + ": "
              + percentiles(lifetime));
    }
  }

  private static String percentiles(Lifetime lifetime) {
    String longest = Numbers.duration(lifetime.maxNanos());
    return lifetime.count() == 1
        ? longest
        : String.join(
            ", ",
            Numbers.duration(lifetime.p50Nanos()),
            Numbers.duration(lifetime.p90Nanos()),
            Numbers.duration(lifetime.p99Nanos()),
            longest);
  }
}
