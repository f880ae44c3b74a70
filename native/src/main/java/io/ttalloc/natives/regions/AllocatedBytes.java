package io.ttalloc.natives.regions;

/** Bytes that are allocated on a chip, by kind. Kernels are counted by version 1 only. */
public record AllocatedBytes(
    long dram, long l1, long l1Small, long trace, long circular, long kernel) {

  public static final AllocatedBytes NONE = new AllocatedBytes(0, 0, 0, 0, 0, 0);

  /** All of it; the largest number if the sum is larger. */
  public long total() {
    long sum = 0;
    for (long part : new long[] {dram, l1, l1Small, trace, circular, kernel}) {
      sum = saturated(sum, part);
    }
    return sum;
  }

  /** This and the other. */
  AllocatedBytes plus(AllocatedBytes other) {
    return new AllocatedBytes(
        saturated(dram, other.dram),
        saturated(l1, other.l1),
        saturated(l1Small, other.l1Small),
        saturated(trace, other.trace),
        saturated(circular, other.circular),
        saturated(kernel, other.kernel));
  }

  /** The counters in the order of a region. */
  long[] counters() {
    return new long[] {dram, l1, l1Small, trace, circular, kernel};
  }

  /** A counter that another process wrote may be anything; as a negative number it is too large. */
  private static long saturated(long a, long b) {
    long sum = a + b;
    return a < 0 || b < 0 || sum < 0 ? Long.MAX_VALUE : sum;
  }
}
