package io.ttalloc.benchmarks.hooks;

/**
 * Hands out numbers as a native library hands out addresses: the number of a freed block is reused.
 */
final class NumberedBlocks {
  private static final long FIRST = 0x7f30_0000_0000L;
  private static final int SIZE_SHIFT = 6;
  private static final int DIFFERENT = 16;

  /** For each thread, its first number and the count of numbers it has received. */
  private static final ThreadLocal<long[]> GIVEN =
      ThreadLocal.withInitial(() -> new long[] {FIRST + (Thread.currentThread().getId() << 20), 0});

  private NumberedBlocks() {}

  static long create() {
    long[] given = GIVEN.get();
    return given[0] + (given[1]++ % DIFFERENT << SIZE_SHIFT);
  }

  static void destroy(long handle) {
    if (handle < FIRST) {
      throw new IllegalArgumentException("no handle: " + handle);
    }
  }
}
