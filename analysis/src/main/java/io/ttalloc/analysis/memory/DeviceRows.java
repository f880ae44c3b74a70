package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.DeviceEntry;
import io.ttalloc.ledger.read.StatisticsEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Joins regions, running totals and the allocator's numbers into rows. */
final class DeviceRows {
  private DeviceRows() {}

  /** A device and a space; rows are in the order of these. */
  record Key(int device, String space) implements Comparable<Key> {
    static Key of(Place place) {
      return new Key(place.device(), named(place.space()));
    }

    @Override
    public int compareTo(Key other) {
      int byDevice = Integer.compare(device, other.device);
      return byDevice != 0 ? byDevice : space.compareTo(other.space);
    }
  }

  private static final class Row {
    private long live;
    private long liveBytes;
    private long handles;
    private long handleBytes;
    private long peakBytes;
    private long opened;
    private long closed;
    private @Nullable Long allocatorBytes;
    private long unattributedBytes;
    private long vanishedBytes;
    private final SortedSet<String> types = new TreeSet<>();

    void add(Regions regions) {
      live += regions.count();
      liveBytes += regions.liveBytes();
      handles += regions.handles();
      handleBytes += regions.handleBytes();
      types.addAll(regions.types());
    }

    void add(DeviceEntry entry) {
      peakBytes += entry.peakBytes();
      opened += entry.opened();
      closed += entry.closed();
    }

    void add(Reconciliation.Compared compared) {
      long before = allocatorBytes == null ? 0 : allocatorBytes;
      allocatorBytes = before + compared.said().allocatedBytes();
      unattributedBytes += compared.unattributedBytes();
      vanishedBytes += compared.vanishedBytes();
    }

    DeviceRow toRow(Key key, long distinctBytes) {
      return new DeviceRow(
          key.device(),
          key.space(),
          live,
          liveBytes,
          handles,
          handleBytes,
          distinctBytes,
          peakBytes,
          opened,
          closed,
          allocatorBytes,
          unattributedBytes,
          vanishedBytes,
          List.copyOf(types));
    }
  }

  static List<DeviceRow> of(
      List<DeviceEntry> entries,
      Collection<Regions> places,
      Reconciliation reconciliation,
      Map<Key, Long> distinct) {
    Map<Key, Row> rows = new TreeMap<>();
    for (DeviceEntry entry : entries) {
      if (entry.device() >= 0) {
        row(rows, new Key(entry.device(), entry.space())).add(entry);
      }
    }
    for (Regions regions : places) {
      if (regions.place().isDevice()) {
        row(rows, Key.of(regions.place())).add(regions);
      }
    }
    for (Reconciliation.Compared compared : reconciliation.compared()) {
      StatisticsEntry said = compared.said();
      Key key = new Key(said.device(), named(said.space()));
      // An allocator may list spaces that nobody ever used.
      if (said.device() >= 0 && (rows.containsKey(key) || said.allocatedBytes() > 0)) {
        row(rows, key).add(compared);
      }
    }
    List<DeviceRow> list = new ArrayList<>();
    rows.forEach((key, row) -> list.add(row.toRow(key, distinct.getOrDefault(key, 0L))));
    return list;
  }

  private static Row row(Map<Key, Row> rows, Key key) {
    return rows.computeIfAbsent(key, k -> new Row());
  }

  private static String named(@Nullable String space) {
    return space == null ? "memory" : space;
  }
}
