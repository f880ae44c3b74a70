package io.ttalloc.analysis.memory;

import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.DeviceEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.StatisticsEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All memory that is taken. Filled handle by handle, then sealed; the questions may be asked only
 * of a sealed one.
 */
public final class MemoryMap {
  /** A picture of more places than these is none. */
  private static final int MAX_BANKS = 256;

  private final Map<Place, Regions> places = new LinkedHashMap<>();
  private final List<StatisticsEntry> statistics;
  private final List<StatisticsEntry> lastRound;
  private final long sampledNanos;
  private List<DeviceRow> rows = List.of();
  private Reconciliation reconciliation = new Reconciliation(List.of(), List.of(), List.of());
  private @Nullable Neighbours neighbours;
  private long regions;
  private long liveBytes;
  private long handles;
  private long handleBytes;

  /** An empty map, to be compared with the last of these samplings. */
  public MemoryMap(List<StatisticsEntry> statistics) {
    this.statistics = statistics;
    lastRound = Reconciliation.lastRound(statistics);
    long sampled = Long.MAX_VALUE;
    for (StatisticsEntry entry : lastRound) {
      sampled = Math.min(sampled, entry.atNanos());
    }
    sampledNanos = sampled;
  }

  /** Adds a handle that owns its memory. */
  public void add(SlotEntry slot, TypeEntry type) {
    places.computeIfAbsent(Place.of(slot), Regions::new).add(slot, type, sampledNanos);
  }

  /** Ends the filling: sorts, folds and sums. */
  public void seal(List<DeviceEntry> runningTotals) {
    for (Regions there : places.values()) {
      there.sort();
    }
    Map<DeviceRows.Key, Long> distinct = DistinctBytes.of(places.values());
    int ordinal = 0;
    long most = -1;
    for (Regions there : places.values()) {
      ordinal = there.merge(ordinal);
      if (!there.place().isMesh()) {
        most = sum(there, most);
      }
    }
    reconciliation = new Reconciliation(statistics, lastRound, places.values());
    rows = DeviceRows.of(runningTotals, places.values(), reconciliation, distinct);
  }

  private long sum(Regions there, long mostBefore) {
    regions += there.count();
    liveBytes += there.liveBytes();
    handles += there.handles();
    handleBytes += there.handleBytes();
    Neighbours touching = there.liveBytes() > mostBefore ? there.touching() : null;
    if (touching == null) {
      return mostBefore;
    }
    neighbours = touching;
    return there.liveBytes();
  }

  /** The memory in this place, or null if none is taken. */
  public @Nullable Regions at(Place place) {
    return places.isEmpty() ? null : places.get(place);
  }

  /** Rows per device and space, in this order. */
  public List<DeviceRow> rows() {
    return rows;
  }

  /** What lies where on devices, in the order of device, space and session; the first ones. */
  public List<Bank> banks() {
    List<Bank> banks = new ArrayList<>();
    for (Regions there : places.values()) {
      if (there.place().isDevice() && there.folded() > 0 && banks.size() < MAX_BANKS) {
        banks.add(Bank.of(there));
      }
    }
    banks.sort(
        Comparator.comparingInt((Bank bank) -> bank.place().device())
            .thenComparing(bank -> String.valueOf(bank.place().space()))
            .thenComparing(
                bank -> String.valueOf(bank.place().session()), JavaNames.NATURAL_ORDER));
    return List.copyOf(banks);
  }

  /** What the allocators said last. */
  public Reconciliation reconciliation() {
    return reconciliation;
  }

  /** Regions that touch without overlapping, where most bytes are; null if none do. */
  public @Nullable Neighbours neighbours() {
    return neighbours;
  }

  /** Regions, without those of whole meshes. */
  public long regions() {
    return regions;
  }

  /** Bytes, each region once. */
  public long liveBytes() {
    return liveBytes;
  }

  /** Handles that own their memory. */
  public long handles() {
    return handles;
  }

  /** What the handles' bytes sum to. */
  public long handleBytes() {
    return handleBytes;
  }
}
