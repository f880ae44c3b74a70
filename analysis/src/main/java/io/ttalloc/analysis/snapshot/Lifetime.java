package io.ttalloc.analysis.snapshot;

import io.ttalloc.ledger.LifetimeBuckets;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the closed resources of one type and site lived.
 *
 * @param count closed ones
 * @param buckets how many lived about how long, ascending; within 6.25 %
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

  /** Resources that lived about as long. */
  public record Bucket(long nanos, long count) {}

  /** How many lived 64 to 128 ns, 128 to 256 ns and so on; trailing zeros are cut. */
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
}
