package io.ttalloc.natives.socket.accounting;

/** Sums that stop at the largest number. */
final class Sums {
  private Sums() {}

  /** Of two numbers that are not negative. */
  static long saturated(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
