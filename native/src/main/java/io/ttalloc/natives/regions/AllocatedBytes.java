package io.ttalloc.natives.regions;

/**
 * Bytes allocated on a chip, by kind of memory. Only version 1 of the region layout counts kernels.
 */
public record AllocatedBytes(
    long dram, long l1, long l1Small, long trace, long circular, long kernel) {

  public static final AllocatedBytes NONE = new AllocatedBytes(0, 0, 0, 0, 0, 0);

  /** The sum of all kinds; {@code Long.MAX_VALUE} if the sum is larger. */
  public long total() {
    long sum = 0;
    for (long part : new long[] {dram, l1, l1Small, trace, circular, kernel}) {
      sum = saturated(sum, part);
    }
    return sum;
  }

  /** The sum of these bytes and others. */
  AllocatedBytes plus(AllocatedBytes other) {
    return new AllocatedBytes(
        saturated(dram, other.dram),
        saturated(l1, other.l1),
        saturated(l1Small, other.l1Small),
        saturated(trace, other.trace),
        saturated(circular, other.circular),
        saturated(kernel, other.kernel));
  }

  /** The counters, in the order in which a region stores them. */
  long[] counters() {
    return new long[] {dram, l1, l1Small, trace, circular, kernel};
  }

  /**
   * Returns the sum, or {@code Long.MAX_VALUE} if the sum is larger. A counter that another process
   * wrote may have any value; a negative one is an unsigned number that is too large for a long.
   */
  private static long saturated(long a, long b) {
    long sum = a + b;
    return a < 0 || b < 0 || sum < 0 ? Long.MAX_VALUE : sum;
  }
}
