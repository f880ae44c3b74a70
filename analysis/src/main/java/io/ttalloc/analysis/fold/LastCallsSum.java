package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.wording.JavaNames;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where the resources of several findings were last called. */
final class LastCallsSum {
  private static final int MOST_THREADS = 64;

  private LastCallsSum() {}

  static LastCalls of(List<LastCalls> all) {
    Map<String, LastCalls.Site> byLine = new LinkedHashMap<>();
    for (LastCalls one : all) {
      for (LastCalls.Site site : one.sites()) {
        String line = site.frame() == null ? "" : JavaNames.fullFrame(site.frame());
        byLine.merge(line, site, LastCallsSum::sum);
      }
    }
    return new LastCalls(
        byLine.values().stream()
            .sorted(Comparator.comparingLong(LastCalls.Site::count).reversed())
            .toList(),
        all.stream().mapToLong(LastCalls::called).sum(),
        all.stream().mapToLong(LastCalls::uncalled).sum(),
        all.get(0).atExit());
  }

  private static LastCalls.Site sum(LastCalls.Site a, LastCalls.Site b) {
    TreeSet<String> threads = new TreeSet<>(JavaNames.NATURAL_ORDER);
    threads.addAll(a.threads());
    threads.addAll(b.threads());
    return new LastCalls.Site(
        a.frame(),
        a.stack(),
        a.count() + b.count(),
        threads.stream().limit(MOST_THREADS).toList(),
        Math.min(a.agoNanos(), b.agoNanos()),
        a.followed() || b.followed());
  }
}
