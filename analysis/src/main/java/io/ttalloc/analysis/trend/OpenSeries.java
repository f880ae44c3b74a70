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
   * @param open after each cycle
   * @param left of what was opened in each cycle, how many are open still
   * @param bytes open after each cycle; empty if they are not known throughout
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

  /** The number of cycles. */
  public int cycles() {
    return open.length;
  }

  /** How many were open after a cycle. */
  public long open(int cycle) {
    return open[cycle];
  }

  /** How many of those opened in a cycle are open still. */
  long left(int cycle) {
    return left[cycle];
  }

  /** Bytes open after each cycle; empty if unknown. */
  long[] bytes() {
    return bytes.clone();
  }

  /** How many of those that were open after a cycle are open still. */
  long kept(int cycle) {
    return Arrays.stream(left, 0, cycle + 1).sum();
  }

  /** After how many cycles more were open than before; before the first one nothing was. */
  public int rises() {
    int rises = 0;
    for (int i = 0; i < open.length; i++) {
      rises += open[i] > (i == 0 ? 0 : open[i - 1]) ? 1 : 0;
    }
    return rises;
  }

  /** The cycle that left most. */
  int largest() {
    int largest = 0;
    for (int i = 1; i < left.length; i++) {
      largest = left[i] > left[largest] ? i : largest;
    }
    return largest;
  }

  /** What was open after each cycle, without what one cycle has left. */
  long[] openWithout(int cycle) {
    long[] others = open.clone();
    for (int i = cycle; i < others.length; i++) {
      others[i] -= left[cycle];
    }
    return others;
  }
}
