package io.ttalloc.ledger;

/**
 * The buckets for lifetimes: eight per power of two, from 64 ns to about 20 hours.
 *
 * <p>A bucket is at most 12.5 % wide, so a percentile taken from the middle of a bucket is within
 * 6.25 % of the actual lifetime. Shorter and longer lifetimes are counted in the first and last
 * bucket.
 */
public final class LifetimeBuckets {
  private static final int SUB_BITS = 3;
  private static final int LOWEST_POWER = 6;
  private static final int POWERS = 40;

  /** The number of buckets for one power of two. */
  public static final int PER_POWER = 1 << SUB_BITS;

  /** The number of buckets. */
  public static final int COUNT = POWERS << SUB_BITS;

  private LifetimeBuckets() {}

  /** The bucket of a lifetime in nanoseconds. */
  public static int indexOf(long nanos) {
    if (nanos < 1L << LOWEST_POWER) {
      return 0;
    }
    int power = 63 - Long.numberOfLeadingZeros(nanos);
    int sub = (int) (nanos >>> (power - SUB_BITS)) & ((1 << SUB_BITS) - 1);
    int index = ((power - LOWEST_POWER) << SUB_BITS) + sub;
    return index < COUNT ? index : COUNT - 1;
  }

  /** The lifetime in the middle of a bucket, in nanoseconds. */
  public static long middleNanos(int index) {
    int power = (index >>> SUB_BITS) + LOWEST_POWER;
    int sub = index & ((1 << SUB_BITS) - 1);
    long width = 1L << (power - SUB_BITS);
    return (1L << power) + sub * width + width / 2;
  }
}
