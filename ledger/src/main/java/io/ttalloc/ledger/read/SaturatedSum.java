package io.ttalloc.ledger.read;

/**
 * Computes sums that saturate at the largest and the smallest {@code long}, because a ledger may
 * contain any values.
 */
public final class SaturatedSum {
  private SaturatedSum() {}

  /** The sum, or the representable number closest to it. */
  public static long of(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }

  /** A non-negative number minus the sum of other numbers; 0 if that sum is larger. */
  public static long left(long total, long... others) {
    long left = total;
    for (long other : others) {
      left = of(left, -other);
    }
    return Math.max(0, left);
  }
}
