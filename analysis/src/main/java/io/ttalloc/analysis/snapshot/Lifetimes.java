package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.stack.Sites;
import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Turns the tallies' lifetime buckets into percentiles per type and site. */
final class Lifetimes {
  /** Within 1 %: finer than the buckets that are fed in. */
  private static final int SIGNIFICANT_DIGITS = 2;

  private Lifetimes() {}

  private record Key(String type, String site) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byType = type.compareTo(other.type);
      return byType != 0 ? byType : site.compareTo(other.site);
    }
  }

  static List<Lifetime> of(Tallies tallies, Sites sites) {
    Map<Key, long[]> counts = new TreeMap<>();
    for (TallyEntry tally : tallies.all()) {
      if (tally.lifetimes().length > 0) {
        String site = sites.read(tally.type(), tally.stack()).site();
        add(counts, new Key(tally.type().name(), site), tally.lifetimes());
      }
    }
    List<Lifetime> lifetimes = new ArrayList<>();
    long longest = LifetimeBuckets.middleNanos(LifetimeBuckets.COUNT - 1);
    Histogram histogram = new Histogram(longest, SIGNIFICANT_DIGITS);
    for (Map.Entry<Key, long[]> entry : counts.entrySet()) {
      histogram.reset();
      lifetimes.add(percentiles(entry.getKey(), entry.getValue(), histogram));
    }
    return lifetimes;
  }

  private static void add(Map<Key, long[]> counts, Key key, long[] buckets) {
    long[] sum = counts.computeIfAbsent(key, k -> new long[LifetimeBuckets.COUNT]);
    for (int i = 0; i < Math.min(buckets.length, sum.length); i++) {
      sum[i] += buckets[i];
    }
  }

  private static Lifetime percentiles(Key key, long[] buckets, Histogram histogram) {
    List<Lifetime.Bucket> filled = new ArrayList<>();
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] > 0) {
        filled.add(new Lifetime.Bucket(LifetimeBuckets.middleNanos(i), buckets[i]));
        histogram.recordValueWithCount(LifetimeBuckets.middleNanos(i), buckets[i]);
      }
    }
    return new Lifetime(
        key.type(),
        key.site(),
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue(),
        List.copyOf(filled));
  }
}
