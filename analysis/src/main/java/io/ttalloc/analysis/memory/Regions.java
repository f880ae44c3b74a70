package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The memory taken up in one {@link DeviceSpace}: the handles that own their memory, folded into
 * regions whose bytes count once.
 *
 * <p>Ranges are per bank, so two buffers whose total lengths would overlap may lie side by side.
 * Handles that start at the same address form one region with the bytes of the largest handle.
 * Where handles overlap although they are not both {@code shared}, the region is contested.
 */
public final class Regions {
  /**
   * Two adjacent regions of one device space: in each bank, the second starts where the first ends.
   */
  public record Neighbours(
      DeviceSpace deviceSpace,
      long firstStart,
      long firstExtent,
      long secondStart,
      long secondExtent) {}

  /**
   * An overlap of two handles in a region: the tally of the second one in the order of addresses,
   * and the range that both handles claim.
   */
  public record Rival(int tally, long start, long extent) {}

  /** The maximum number of contested regions whose second owner is stored. */
  private static final int MAX_RIVALS = 4_096;

  /**
   * The maximum number of shared regions whose openers are stored; for further regions, only the
   * first opener is stored.
   */
  private static final int MAX_SHARED = 4_096;

  private static final int MAX_OPENERS = 8;

  private final DeviceSpace deviceSpace;
  private final Ranges ranges = new Ranges();
  private final SortedSet<String> types = new TreeSet<>();
  private final BitSet contested = new BitSet();
  private final Map<Integer, Rival> rivals = new HashMap<>();
  private final Map<Integer, Set<Integer>> openers = new HashMap<>();
  private long handles;
  private long handleBytes;
  private long lateBytes;
  private long unaddressed;
  private long unaddressedBytes;
  private long rangeBytes;
  private int firstOrdinal;

  Regions(DeviceSpace deviceSpace) {
    this.deviceSpace = deviceSpace;
  }

  /** Adds a handle; {@code sampledNanos} is when the allocator was last sampled. */
  void add(SlotEntry slot, TypeEntry type, long sampledNanos) {
    handles++;
    handleBytes = SaturatedSum.of(handleBytes, slot.bytes());
    types.add(type.name());
    if (slot.opened().nanos() > sampledNanos) {
      lateBytes = SaturatedSum.of(lateBytes, slot.bytes());
    }
    SlotEntry.Place place = slot.place();
    if (!place.hasAddress()) {
      unaddressed++;
      unaddressedBytes = SaturatedSum.of(unaddressedBytes, slot.bytes());
    } else if (place.extentBytes() > 0) {
      ranges.add(
          place.address(), place.extentBytes(), slot.bytes(), slot.tally().id(), place.shared());
    }
  }

  Ranges ranges() {
    return ranges;
  }

  void sort() {
    ranges.sort();
  }

  /** Folds the sorted ranges into regions; returns the next free ordinal. */
  int merge(int ordinal) {
    firstOrdinal = ordinal;
    int region = -1;
    long exclusiveEnd = Long.MIN_VALUE;
    for (int i = 0; i < ranges.size(); i++) {
      long start = ranges.start(i);
      long end = start + ranges.extent(i);
      boolean shared = ranges.shared(i);
      if (region < 0 || start >= end(region)) {
        region++;
        exclusiveEnd = shared ? Long.MIN_VALUE : end;
        ranges.set(region, start, end - start, ranges.bytes(i), ranges.tally(i));
        continue;
      }
      if (!shared || start < exclusiveEnd) {
        contest(region, i, Math.min(end, shared ? exclusiveEnd : end(region)));
      }
      if (!shared) {
        exclusiveEnd = Math.max(exclusiveEnd, end);
      }
      share(region, ranges.tally(i));
      extend(region, i, end);
    }
    ranges.truncate(region + 1);
    for (int i = 0; i <= region; i++) {
      rangeBytes = SaturatedSum.of(rangeBytes, ranges.bytes(i));
    }
    return ordinal + ranges.size();
  }

  private void contest(int region, int i, long end) {
    contested.set(region);
    if (rivals.size() < MAX_RIVALS) {
      long start = ranges.start(i);
      rivals.putIfAbsent(region, new Rival(ranges.tally(i), start, end - start));
    }
  }

  private void share(int region, int tally) {
    int first = ranges.tally(region);
    if (tally == first || (openers.size() == MAX_SHARED && !openers.containsKey(region))) {
      return;
    }
    Set<Integer> all = openers.computeIfAbsent(region, r -> new LinkedHashSet<>(Set.of(first)));
    if (all.size() < MAX_OPENERS) {
      all.add(tally);
    }
  }

  private void extend(int region, int i, long end) {
    long bytes = ranges.bytes(region);
    if (ranges.start(i) == ranges.start(region)) {
      bytes = Math.max(bytes, ranges.bytes(i));
    } else if (end > end(region)) {
      bytes += (long) ((double) ranges.bytes(i) * (end - end(region)) / ranges.extent(i));
    }
    long start = ranges.start(region);
    ranges.set(region, start, Math.max(end, end(region)) - start, bytes, ranges.tally(region));
  }

  private long end(int region) {
    return ranges.start(region) + ranges.extent(region);
  }

  public DeviceSpace deviceSpace() {
    return deviceSpace;
  }

  /** The number of handles that own their memory. */
  public long handles() {
    return handles;
  }

  /** The open memory. */
  MemoryUse use() {
    return new MemoryUse(count(), liveBytes(), handles(), handleBytes);
  }

  /** The number of regions; a handle without an address counts as one. */
  public long count() {
    return unaddressed + ranges.size();
  }

  /** The bytes, counting each region once. */
  public long liveBytes() {
    return SaturatedSum.of(unaddressedBytes, rangeBytes);
  }

  /** The bytes of handles opened after the allocator was last sampled. */
  long lateBytes() {
    return lateBytes;
  }

  long unaddressedBytes() {
    return unaddressedBytes;
  }

  /** The names of the types that have handles here. */
  SortedSet<String> types() {
    return types;
  }

  /** The number of regions with an address. */
  int folded() {
    return ranges.size();
  }

  /** The bytes of a region over all banks. */
  long bytes(int region) {
    return ranges.bytes(region);
  }

  /** The index of the region that contains an address; -1 if there is none. */
  public int find(long address) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (address < ranges.start(middle)) {
        high = middle - 1;
      } else if (address >= end(middle)) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    return -1;
  }

  /** The first two regions that touch without overlapping; null if there are none. */
  @Nullable Neighbours touching() {
    for (int i = 1; i < ranges.size(); i++) {
      if (end(i - 1) == ranges.start(i)) {
        return new Neighbours(deviceSpace, start(i - 1), extent(i - 1), start(i), extent(i));
      }
    }
    return null;
  }

  /** A number that identifies the region within the whole ledger. */
  public int ordinal(int region) {
    return firstOrdinal + region;
  }

  /** The first byte of a region, per bank. */
  public long start(int region) {
    return ranges.start(region);
  }

  /** The bytes of a region, per bank. */
  public long extent(int region) {
    return ranges.extent(region);
  }

  /** The id of the tally whose handle has the lowest address in the region. */
  public int tally(int region) {
    return ranges.tally(region);
  }

  /**
   * The ids of the tallies that have handles in the region, starting with the tally of the lowest
   * address.
   */
  List<Integer> tallies(int region) {
    Set<Integer> several = openers.get(region);
    return several == null ? List.of(ranges.tally(region)) : List.copyOf(several);
  }

  /** Whether any region is contested. */
  public boolean hasContested() {
    return !contested.isEmpty();
  }

  /** Whether handles that may not share an address overlap in this region. */
  public boolean contested(int region) {
    return contested.get(region);
  }

  /**
   * Returns the overlap in a contested region. If the overlap is not stored, returns the whole
   * region with its first tally.
   */
  public Rival rival(int region) {
    Rival rival = rivals.get(region);
    return rival == null ? new Rival(ranges.tally(region), start(region), extent(region)) : rival;
  }
}
