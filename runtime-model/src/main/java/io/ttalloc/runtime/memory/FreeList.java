package io.ttalloc.runtime.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The free ranges of one bank, in the order of their addresses; no two of them are adjacent.
 *
 * <p>The FIRST policy selects the lowest range that is large enough or, for top-down allocation,
 * the highest. A freed range is immediately merged with adjacent free ranges, so there is always
 * exactly one range if nothing is allocated. Not thread-safe.
 */
final class FreeList {
  /** A range of addresses; {@code end} is exclusive. */
  record Range(long start, long end) {
    long bytes() {
      return end - start;
    }
  }

  private final TreeMap<Long, Long> endByStart = new TreeMap<>();

  FreeList(long start, long end) {
    if (start < end) {
      endByStart.put(start, end);
    }
  }

  private FreeList() {}

  /** Allocates a number of bytes by the FIRST policy; the result is empty if there is no room. */
  OptionalLong take(long bytes, Direction direction) {
    OptionalLong address = find(bytes, direction);
    address.ifPresent(start -> takeAt(start, bytes));
    return address;
  }

  /** The address that {@link #take} would return; changes nothing. */
  OptionalLong find(long bytes, Direction direction) {
    boolean bottomUp = direction == Direction.BOTTOM_UP;
    for (Map.Entry<Long, Long> range :
        (bottomUp ? endByStart : endByStart.descendingMap()).entrySet()) {
      long start = range.getKey();
      long end = range.getValue();
      if (end - start >= bytes) {
        return OptionalLong.of(bottomUp ? start : end - bytes);
      }
    }
    return OptionalLong.empty();
  }

  /** Allocates exactly {@code [start, start + bytes)}, which must be free. */
  void takeAt(long start, long bytes) {
    long end = start + bytes;
    Map.Entry<Long, Long> range = endByStart.floorEntry(start);
    if (range == null || range.getValue() < end) {
      throw new NoSuchElementException("[%d, %d) is not free".formatted(start, end));
    }
    long rangeStart = range.getKey();
    long rangeEnd = range.getValue();
    endByStart.remove(rangeStart);
    if (rangeStart < start) {
      endByStart.put(rangeStart, start);
    }
    if (end < rangeEnd) {
      endByStart.put(end, rangeEnd);
    }
  }

  /** Frees {@code [start, start + bytes)}, which must be entirely allocated. */
  void give(long start, long bytes) {
    long end = start + bytes;
    Map.Entry<Long, Long> below = endByStart.floorEntry(start);
    Map.Entry<Long, Long> above = endByStart.ceilingEntry(start);
    if ((below != null && below.getValue() > start) || (above != null && above.getKey() < end)) {
      throw new IllegalStateException(
          "[%d, %d) is already free, at least in part".formatted(start, end));
    }
    if (below != null && below.getValue() == start) {
      start = below.getKey();
    }
    if (above != null && above.getKey() == end) {
      end = above.getValue();
      endByStart.remove(above.getKey());
    }
    endByStart.put(start, end);
  }

  /** The ranges that are free both in this list and in {@code other}. */
  FreeList intersection(FreeList other) {
    FreeList common = new FreeList();
    for (Range mine : ranges()) {
      for (Range theirs : other.ranges()) {
        long start = Math.max(mine.start, theirs.start);
        long end = Math.min(mine.end, theirs.end);
        if (start < end) {
          common.endByStart.put(start, end);
        }
      }
    }
    return common;
  }

  /** The ranges, lowest first. */
  List<Range> ranges() {
    List<Range> ranges = new ArrayList<>(endByStart.size());
    endByStart.forEach((start, end) -> ranges.add(new Range(start, end)));
    return ranges;
  }

  /** The total number of free bytes. */
  long bytes() {
    return ranges().stream().mapToLong(Range::bytes).sum();
  }

  /** The largest range; an empty range if nothing is free. */
  Range largest() {
    return ranges().stream().max(Comparator.comparingLong(Range::bytes)).orElse(new Range(0, 0));
  }
}
