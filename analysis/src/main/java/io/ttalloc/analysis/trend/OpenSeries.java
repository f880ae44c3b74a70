package io.ttalloc.analysis.trend;

import java.util.Arrays;

/**
 * The number of open resources of one type and stack after each cycle, and the number of resources
 * opened in each cycle that are still open. Immutable.
 */
public final class OpenSeries {
  private final long[] open;
  private final long[] left;
  private final long[] bytes;

  /**
   * Creates a series without omitting idle cycles.
   *
   * @param open the number of open resources after each cycle
   * @param left the number of resources opened in each cycle that are still open
   * @param bytes the open bytes after each cycle; empty if they are not known throughout
   */
  public OpenSeries(long[] open, long[] left, long[] bytes) {
    if (open.length != left.length || (bytes.length != 0 && bytes.length != open.length)) {
      throw new IllegalArgumentException(
          "lengths %d, %d and %d".formatted(open.length, left.length, bytes.length));
    }
    this.open = open.clone();
    this.left = left.clone();
    this.bytes = bytes.clone();
  }

  /**
   * Creates a series without idle cycles, which provide no information about a leak. A cycle is
   * idle if the process opened nothing at all in the cycle and the open bytes of this type and
   * stack did not rise. Idle cycles at the end are kept if there are more than half as many of them
   * as there are active cycles, since the active cycles may have been a warm-up.
   *
   * @param opened for each cycle, the total number of resources of all types that had been opened
   *     by its end
   */
  public static OpenSeries withoutIdle(long[] open, long[] left, long[] bytes, long[] opened) {
    int[] kept = new int[open.length];
    int active = 0;
    for (int i = 0; i < open.length; i++) {
      boolean larger = i > 0 && bytes.length != 0 && bytes[i] > bytes[i - 1];
      if (i == 0 || opened[i] != opened[i - 1] || left[i] > 0 || larger) {
        kept[active++] = i;
      }
    }
    int end = active == 0 ? 0 : kept[active - 1] + 1;
    if (open.length - end > active / 2) {
      while (end < open.length) {
        kept[active++] = end++;
      }
    }
    return new OpenSeries(
        picked(open, kept, active),
        picked(left, kept, active),
        bytes.length == 0 ? bytes : picked(bytes, kept, active));
  }

  private static long[] picked(long[] values, int[] indexes, int count) {
    long[] picked = new long[count];
    for (int i = 0; i < count; i++) {
      picked[i] = values[indexes[i]];
    }
    return picked;
  }

  /** The number of cycles. */
  public int cycles() {
    return open.length;
  }

  /** The number of open resources after each cycle. */
  public long[] open() {
    return open.clone();
  }

  /** The number of open resources after a cycle. */
  long open(int cycle) {
    return open[cycle];
  }

  /** The number of resources opened in a cycle that are still open. */
  long left(int cycle) {
    return left[cycle];
  }

  /** The open bytes after each cycle; empty if unknown. */
  public long[] bytes() {
    return bytes.clone();
  }

  /** The number of resources that were open after a cycle and are still open. */
  long kept(int cycle) {
    return Arrays.stream(left, 0, cycle + 1).sum();
  }

  /** The cycle that left the most resources open. */
  int largest() {
    int largest = 0;
    for (int i = 1; i < left.length; i++) {
      largest = left[i] > left[largest] ? i : largest;
    }
    return largest;
  }

  /**
   * The number of open resources after each cycle, excluding the resources that the given cycle
   * left open.
   */
  long[] openWithout(int cycle) {
    long[] others = open.clone();
    for (int i = cycle; i < others.length; i++) {
      others[i] -= left[cycle];
    }
    return others;
  }
}
