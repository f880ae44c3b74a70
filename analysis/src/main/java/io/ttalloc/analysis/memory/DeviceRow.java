package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sums for one space of one device, over all sessions.
 *
 * @param distinctBytes the bytes of distinct addresses over all sessions, as a server that
 *     identifies memory by address counts them
 * @param peakBytes the highest sum of the handles' bytes so far
 * @param allocator the allocator's statistics, or null if the allocator was never asked for them
 * @param types the sorted names of the types that have handles here
 */
public record DeviceRow(
    int device,
    String space,
    MemoryUse use,
    long distinctBytes,
    long peakBytes,
    long opened,
    long closed,
    @Nullable Allocator allocator,
    Unexplained unexplained,
    List<String> types) {

  /** The name of the space of resources whose rule names no space. */
  public static final String UNNAMED = "memory";

  /**
   * The statistics of the allocator.
   *
   * @param allocatedBytes the allocated bytes, summed over all sessions
   * @param freeBytes the free bytes; -1 if the allocator does not report them, or if there are
   *     several sessions, since the same memory may be free in each of them
   * @param largestFreeBytes the size of the largest free block, which is the size of the largest
   *     allocation that can succeed; -1 in the same cases as {@code freeBytes}
   */
  public record Allocator(long allocatedBytes, long freeBytes, long largestFreeBytes) {
    private Allocator plus(Allocator other) {
      return new Allocator(SaturatedSum.of(allocatedBytes, other.allocatedBytes), -1, -1);
    }
  }

  /**
   * Whether anything here ever had bytes; if not, only the number of open resources is meaningful.
   */
  public boolean isSized() {
    return peakBytes > 0
        || use.bytes() > 0
        || (allocator != null && allocator.allocatedBytes() > 0);
  }

  /** A device and a space, sorted as the rows are. */
  public record Key(int device, String space) implements Comparable<Key> {
    static Key of(int device, @Nullable String space) {
      return new Key(device, space == null ? UNNAMED : space);
    }

    static Key of(DeviceSpace deviceSpace) {
      return of(deviceSpace.device(), deviceSpace.space());
    }

    @Override
    public int compareTo(Key other) {
      int byDevice = Integer.compare(device, other.device);
      return byDevice != 0 ? byDevice : space.compareTo(other.space);
    }
  }

  private static final class Sums {
    private MemoryUse use = MemoryUse.NONE;
    private long peakBytes;
    private long opened;
    private long closed;
    private @Nullable Allocator allocator;
    private Unexplained unexplained = Unexplained.NOTHING;
    private final SortedSet<String> types = new TreeSet<>();

    void add(Regions regions) {
      use = use.plus(regions.use());
      types.addAll(regions.types());
    }

    void add(DeviceEntry entry) {
      peakBytes = SaturatedSum.of(peakBytes, entry.peakBytes());
      opened = SaturatedSum.of(opened, entry.opened());
      closed = SaturatedSum.of(closed, entry.closed());
    }

    void add(Reconciliation.Compared compared) {
      StatisticsRecord said = compared.said();
      Allocator one =
          new Allocator(said.allocatedBytes(), said.freeBytes(), said.largestFreeBytes());
      allocator = allocator == null ? one : allocator.plus(one);
      unexplained = unexplained.plus(compared.unexplained());
    }

    DeviceRow toRow(Key key, long distinctBytes) {
      return new DeviceRow(
          key.device(),
          key.space(),
          use,
          distinctBytes,
          peakBytes,
          opened,
          closed,
          allocator,
          unexplained,
          List.copyOf(types));
    }
  }

  /** Joins running totals, regions and the allocators' statistics. */
  static List<DeviceRow> of(
      List<DeviceEntry> entries,
      Collection<Regions> memory,
      Reconciliation reconciliation,
      Map<Key, Long> distinct) {
    Map<Key, Sums> rows = new TreeMap<>();
    for (DeviceEntry entry : entries) {
      if (entry.device() >= 0) {
        sums(rows, Key.of(entry.device(), entry.space())).add(entry);
      }
    }
    for (Regions regions : memory) {
      if (regions.deviceSpace().isDevice()) {
        sums(rows, Key.of(regions.deviceSpace())).add(regions);
      }
    }
    for (Reconciliation.Compared compared : reconciliation.compared()) {
      StatisticsRecord said = compared.said();
      Key key = Key.of(said.device(), said.space());
      // An allocator may list spaces that were never used.
      if (said.device() >= 0 && (rows.containsKey(key) || said.allocatedBytes() > 0)) {
        sums(rows, key).add(compared);
      }
    }
    List<DeviceRow> list = new ArrayList<>();
    rows.forEach((key, sums) -> list.add(sums.toRow(key, distinct.getOrDefault(key, 0L))));
    return list;
  }

  private static Sums sums(Map<Key, Sums> rows, Key key) {
    return rows.computeIfAbsent(key, k -> new Sums());
  }
}
