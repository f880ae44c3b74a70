package io.ttalloc.analysis.trend;

import java.util.Arrays;

/**
 * How many resources of one type and stack were open after each cycle, and how many of those opened
 * in each cycle are open still. Immutable.
 */
public final class OpenSeries {
  private final long[] open;
  private final long[] left;
  private final long[] bytes;

  /**
   * A series without idle cycles.
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
   * A series from which idle cycles are omitted, in which the process opened nothing at all and
   * nothing of this type and stack became larger: they say nothing of a leak. If the process was
   * idle at the end for longer than half of the time before, those cycles count all the same, since
   * that may be the end of a warm-up.
   *
   * @param opened how many resources of all types had ever been opened after each cycle
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

  /** The number of resources of a cycle that are still open. */
  long left(int cycle) {
    return left[cycle];
  }

  /** Bytes open after each cycle; empty if unknown. */
  public long[] bytes() {
    return bytes.clone();
  }

  /** The number of resources open after a cycle that are still open. */
  long kept(int cycle) {
    return Arrays.stream(left, 0, cycle + 1).sum();
  }

  /** The cycle that left most. */
  int largest() {
    int largest = 0;
    for (int i = 1; i < left.length; i++) {
      largest = left[i] > left[largest] ? i : largest;
    }
    return largest;
  }

  /** The number of open resources after each cycle, without those that one cycle has left. */
  long[] openWithout(int cycle) {
    long[] others = open.clone();
    for (int i = cycle; i < others.length; i++) {
      others[i] -= left[cycle];
    }
    return others;
  }
}
