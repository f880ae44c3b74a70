package io.ttalloc.agent.exit;

import java.io.FileInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Heap and descriptors that nobody else gets until the process ends: a program may end because it
 * has used up both, and the report that would say by what needs some of them.
 *
 * <p>The heap is a sixteenth of what the JVM may have, {@value #MAX_BYTES} bytes at most, in arrays
 * of {@value #ARRAY_BYTES}: large ones need room in one piece, which a full heap does not have when
 * they are gone. Released on one thread, in this order: heap, descriptors, rest.
 */
final class ExitReserve {
  private static final int SHARE = 16;
  private static final long MAX_BYTES = 4 << 20;
  private static final int ARRAY_BYTES = 1 << 16;

  /** A report file, the marks, the agent's jar, a directory that is tidied up, and as many more. */
  private static final int DESCRIPTORS = 8;

  private static final String ANY_FILE = "/dev/null";

  private byte @Nullable [][] heap;

  @SuppressWarnings("UnusedVariable") // It only takes room.
  private byte @Nullable [] rest;

  private final @Nullable FileInputStream[] descriptors =
      new @Nullable FileInputStream[DESCRIPTORS];

  private ExitReserve(byte[][] heap) {
    this.heap = heap;
  }

  /** Takes it. What cannot be had is not in it. */
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
      // No such file on this system, or already no more to be had.
    }
  }

  /** Frees the heap. Allocates nothing. */
  void releaseHeap() {
    heap = null;
  }

  /** Frees the descriptors. To be called unseen: rules may track what closes them. */
  void releaseDescriptors() {
    for (FileInputStream descriptor : descriptors) {
      try {
        if (descriptor != null) {
          descriptor.close();
        }
      } catch (IOException e) {
        // It was only read from, and never that.
      }
    }
  }

  /** Frees what is left for the last line. Allocates nothing. */
  void releaseRest() {
    rest = null;
  }
}
