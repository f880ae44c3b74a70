package io.ttalloc.agent.exit;

import java.io.FileInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Heap and file descriptors that are reserved until the process ends: a program may end because
 * both are exhausted, and reporting this requires some heap and some descriptors.
 *
 * <p>The heap reserve is a sixteenth of the maximum heap, at most {@value #MAX_BYTES} bytes, in
 * arrays of {@value #ARRAY_BYTES} bytes: a large array could not be allocated in a fragmented heap.
 * Released on one thread, in this order: heap, descriptors, rest.
 */
final class ExitReserve {
  private static final int SHARE = 16;
  private static final long MAX_BYTES = 4 << 20;
  private static final int ARRAY_BYTES = 1 << 16;
  private static final int ALLOCATIONS = 3;

  /**
   * The number of descriptors: for a report file, the marks, the agent's jar, a directory to prune,
   * and the same number again as a margin.
   */
  private static final int DESCRIPTORS = 8;

  private static final String ANY_FILE = "/dev/null";

  private byte @Nullable [][] heap;

  @SuppressWarnings("UnusedVariable") // it only occupies memory
  private byte @Nullable [] rest;

  private final @Nullable FileInputStream[] descriptors =
      new @Nullable FileInputStream[DESCRIPTORS];

  private ExitReserve(byte[][] heap) {
    this.heap = heap;
  }

  /** Allocates the reserve, or as much of it as is available. */
  static ExitReserve take() {
    int bytes = heapBytes(Runtime.getRuntime().maxMemory());
    ExitReserve reserve = new ExitReserve(new byte[bytes / ARRAY_BYTES][]);
    reserve.fill();
    return reserve;
  }

  static int heapBytes(long maxHeapBytes) {
    return (int) Math.min(MAX_BYTES, maxHeapBytes / SHARE);
  }

  private void fill() {
    try {
      byte[][] arrays = heap;
      for (int i = 0; arrays != null && i < arrays.length; i++) {
        arrays[i] = new byte[ARRAY_BYTES];
      }
      rest = new byte[ARRAY_BYTES];
      for (int i = 0; i < DESCRIPTORS; i++) {
        descriptors[i] = new FileInputStream(ANY_FILE);
      }
    } catch (IOException | OutOfMemoryError e) {
      // This system has no such file, or nothing is left to reserve.
    }
  }

  /**
   * Frees the heap reserve, and tries to allocate from it, since the JVM may refuse the next
   * allocation: if all recent collections have freed next to nothing, some collectors throw
   * OutOfMemoryError although the last collection has freed enough (the GC overhead limit).
   */
  void releaseHeap() {
    heap = null;
    for (int i = 0; i < ALLOCATIONS; i++) {
      try {
        rest = new byte[ARRAY_BYTES];
        return;
      } catch (OutOfMemoryError e) {
        // The next attempt may succeed.
      }
    }
  }

  /**
   * Frees the descriptors. Must be called inside {@code Probe.unseen}, since rules may track these
   * streams.
   */
  void releaseDescriptors() {
    for (FileInputStream descriptor : descriptors) {
      try {
        if (descriptor != null) {
          descriptor.close();
        }
      } catch (IOException e) {
        // Nothing was written to the stream.
      }
    }
  }

  /** Frees the rest of the reserve, so that the last line can be printed. Allocates nothing. */
  void releaseRest() {
    rest = null;
  }
}
