package io.ttalloc.ledger.read;

/** Sums that stop at the largest and the smallest number: what a ledger says may be anything. */
public final class SaturatedSum {
  private SaturatedSum() {}

  /** The sum, or the number nearest to it. */
  public static long of(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }

  /** A number that is not negative minus others; 0 if these are larger. */
  public static long left(long total, long... others) {
    long left = total;
    for (long other : others) {
      left = of(left, -other);
    }
    return Math.max(0, left);
  }
}
