package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The lifetimes of the closed resources of one type and site.
 *
 * @param count the number of closed resources
 * @param buckets the histogram of lifetimes in ascending order, accurate to 6.25 %
 */
public record Lifetime(
    String type,
    String site,
    long count,
    long p50Nanos,
    long p90Nanos,
    long p99Nanos,
    long maxNanos,
    List<Bucket> buckets) {

  /** An accuracy of 1 %, which is finer than the buckets of the ledger. */
  private static final int SIGNIFICANT_DIGITS = 2;

  /** A number of resources with about the same lifetime. */
  public record Bucket(long nanos, long count) {}

  /**
   * The numbers of resources that lived 64 to 128 ns, 128 to 256 ns and so on, without trailing
   * zeros.
   */
  public List<Long> powers() {
    List<Long> powers = new ArrayList<>();
    for (Bucket bucket : buckets) {
      int power = LifetimeBuckets.indexOf(bucket.nanos()) / LifetimeBuckets.PER_POWER;
      while (powers.size() <= power) {
        powers.add(0L);
      }
      powers.set(power, powers.get(power) + bucket.count());
    }
    return List.copyOf(powers);
  }

  private record Key(String type, String site) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byType = type.compareTo(other.type);
      return byType != 0 ? byType : site.compareTo(other.site);
    }
  }

  /** The lifetimes of all tallies, in the order of type and site. */
  public static List<Lifetime> of(List<TallyEntry> tallies, CallSites sites) {
    Map<Key, long[]> counts = new TreeMap<>();
    for (TallyEntry tally : tallies) {
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
    List<Bucket> filled = new ArrayList<>();
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] > 0) {
        filled.add(new Bucket(LifetimeBuckets.middleNanos(i), buckets[i]));
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
