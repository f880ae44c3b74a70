package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Computes the bytes of distinct addresses per device and space, over all sessions. Merges the
 * sorted ranges through cursors, without copying them.
 */
final class DistinctBytes {
  private DistinctBytes() {}

  private static final class Cursor implements Comparable<Cursor> {
    private final Ranges ranges;
    private int at;

    Cursor(Ranges ranges) {
      this.ranges = ranges;
    }

    @Override
    public int compareTo(Cursor other) {
      return Long.compare(ranges.start(at), other.ranges.start(other.at));
    }
  }

  /**
   * Returns the bytes; call this after the ranges are sorted and before they are merged into
   * regions.
   */
  static Map<DeviceRow.Key, Long> of(Collection<Regions> memory) {
    Map<DeviceRow.Key, List<Regions>> groups = new HashMap<>();
    for (Regions regions : memory) {
      if (regions.deviceSpace().isDevice()) {
        groups
            .computeIfAbsent(DeviceRow.Key.of(regions.deviceSpace()), k -> new ArrayList<>())
            .add(regions);
      }
    }
    Map<DeviceRow.Key, Long> bytes = new HashMap<>();
    groups.forEach((key, sessions) -> bytes.put(key, sum(sessions)));
    return bytes;
  }

  private static long sum(List<Regions> sessions) {
    PriorityQueue<Cursor> queue = new PriorityQueue<>();
    long sum = 0;
    for (Regions regions : sessions) {
      sum = SaturatedSum.of(sum, regions.unaddressedBytes());
      if (regions.ranges().size() > 0) {
        queue.add(new Cursor(regions.ranges()));
      }
    }
    long address = 0;
    long largest = 0;
    for (Cursor next = queue.poll(); next != null; next = queue.poll()) {
      long start = next.ranges.start(next.at);
      long bytes = next.ranges.bytes(next.at);
      if (start == address) {
        largest = Math.max(largest, bytes);
      } else {
        sum = SaturatedSum.of(sum, largest);
        address = start;
        largest = bytes;
      }
      if (++next.at < next.ranges.size()) {
        queue.add(next);
      }
    }
    return sum + largest;
  }
}
