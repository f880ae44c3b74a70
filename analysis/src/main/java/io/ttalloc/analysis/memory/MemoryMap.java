package io.ttalloc.analysis.memory;

import io.ttalloc.analysis.memory.Regions.Neighbours;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All memory that open resources take up. It is filled handle by handle and then sealed; only a
 * sealed map can be queried.
 */
public final class MemoryMap {
  /** The maximum number of layouts, which is more than a page can show. */
  private static final int MAX_LAYOUTS = 256;

  private final Map<DeviceSpace, Regions> bySpace = new LinkedHashMap<>();
  private final List<StatisticsRecord> statistics;
  private final List<StatisticsRecord> lastRound;
  private final long sampledNanos;
  private List<DeviceRow> rows = List.of();
  private Reconciliation reconciliation = new Reconciliation(List.of(), List.of(), List.of());
  private @Nullable Neighbours neighbours;

  /**
   * Creates an empty map; {@code statistics} is what the allocators reported, in any number of
   * samplings.
   */
  public MemoryMap(List<StatisticsRecord> statistics) {
    this.statistics = statistics;
    lastRound = Reconciliation.lastRound(statistics);
    long sampled = Long.MAX_VALUE;
    for (StatisticsRecord entry : lastRound) {
      sampled = Math.min(sampled, entry.atNanos());
    }
    sampledNanos = sampled;
  }

  /** Adds a handle that owns its memory. */
  public void add(SlotEntry slot, TypeEntry type) {
    bySpace.computeIfAbsent(DeviceSpace.of(slot), Regions::new).add(slot, type, sampledNanos);
  }

  /** Seals the map: sorts the handles, folds them into regions and computes the sums. */
  public void seal(List<DeviceEntry> runningTotals) {
    for (Regions there : bySpace.values()) {
      there.sort();
    }
    Map<DeviceRow.Key, Long> distinct = DistinctBytes.of(bySpace.values());
    int ordinal = 0;
    for (Regions there : bySpace.values()) {
      ordinal = there.merge(ordinal);
    }
    neighbours = neighboursAmongMostBytes();
    reconciliation = new Reconciliation(statistics, lastRound, bySpace.values());
    rows = DeviceRow.of(runningTotals, bySpace.values(), reconciliation, distinct);
  }

  private @Nullable Neighbours neighboursAmongMostBytes() {
    Neighbours found = null;
    long max = -1;
    for (Regions there : bySpace.values()) {
      if (there.liveBytes() > max && !there.deviceSpace().isMesh()) {
        Neighbours touching = there.touching();
        found = touching == null ? found : touching;
        max = touching == null ? max : there.liveBytes();
      }
    }
    return found;
  }

  /**
   * All open memory. Whole meshes do not count, since their memory is counted for their devices.
   */
  public MemoryUse use() {
    MemoryUse sum = MemoryUse.NONE;
    for (Regions there : bySpace.values()) {
      sum = there.deviceSpace().isMesh() ? sum : sum.plus(there.use());
    }
    return sum;
  }

  /** The memory taken up in a device space; null if there is none. */
  public @Nullable Regions at(DeviceSpace deviceSpace) {
    return bySpace.isEmpty() ? null : bySpace.get(deviceSpace);
  }

  /** The rows per device and space, in this order. */
  public List<DeviceRow> rows() {
    return rows;
  }

  /** The layout of device memory, in the order of device, space and session; at most 256. */
  public List<SpaceLayout> layouts() {
    List<SpaceLayout> layouts = new ArrayList<>();
    for (Regions there : bySpace.values()) {
      if (there.deviceSpace().isDevice() && there.folded() > 0 && layouts.size() < MAX_LAYOUTS) {
        layouts.add(SpaceLayout.of(there));
      }
    }
    layouts.sort(
        Comparator.comparingInt((SpaceLayout layout) -> layout.deviceSpace().device())
            .thenComparing(layout -> String.valueOf(layout.deviceSpace().space()))
            .thenComparing(
                layout -> String.valueOf(layout.deviceSpace().session()), JavaNames.NATURAL_ORDER));
    return List.copyOf(layouts);
  }

  /** The comparison of the ledger with what the allocators reported. */
  public Reconciliation reconciliation() {
    return reconciliation;
  }

  /**
   * An example of regions that touch without overlapping, taken from the space with the most bytes
   * among the spaces that have such regions; null if there are none.
   */
  public @Nullable Neighbours neighbours() {
    return neighbours;
  }
}
