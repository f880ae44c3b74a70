package io.ttalloc.heap.dump;

/**
 * Limits the heap that the tables of a dump may use, so that a huge dump is refused with a clear
 * message long before this process runs out of memory.
 */
final class MemoryBudget {
  private static final long MIB = 1 << 20;

  private final long bytes;
  private long left;

  MemoryBudget(long maxHeapBytes) {
    // The rest is for the JVM, the classes of the dump and the result.
    this.bytes = maxHeapBytes - Math.min(24 * MIB, maxHeapBytes / 2);
    this.left = bytes;
  }

  /** Reserves bytes for a table. */
  void take(long needed) throws UnreadableDumpException {
    if (!tryTake(needed)) {
      throw exceeded();
    }
  }

  /** Reserves bytes for a table; returns false if not enough are left. */
  boolean tryTake(long needed) {
    left -= needed;
    return left >= 0;
  }

  UnreadableDumpException exceeded() {
    return new UnreadableDumpException(
        "has too many objects to be indexed in "
            + bytes / MIB
            + " MiB; give the process that reads it a larger heap (-Xmx)");
  }
}
