package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A processor that counts live allocations from the tracker's notifications alone. It shares the
 * tracker's limits: a release of circular buffers names a device and no address, so it drops all
 * circular buffers of that device.
 *
 * <p>Thread-safe.
 */
public final class LiveAllocations implements GraphProcessor {
  /** The number of times a buffer of one device and address was allocated and freed. */
  public record Counts(long allocated, long deallocated) {
    /** The remaining ones. */
    public long live() {
      return allocated - deallocated;
    }
  }

  /** A circular buffer as it was placed. */
  public record PlacedCb(CoreRange cores, long address, long sizeBytes) {}

  private record Key(int deviceId, long address) {}

  private final Map<Key, Counts> buffers = new HashMap<>();
  private final Map<Integer, List<PlacedCb>> circularBuffers = new HashMap<>();

  @Override
  public synchronized void trackAllocate(BufferInfo buffer) {
    add(buffer, new Counts(1, 0));
  }

  @Override
  public synchronized void trackDeallocate(BufferInfo buffer) {
    add(buffer, new Counts(0, 1));
  }

  @Override
  public synchronized void trackAllocateCb(
      CoreRange cores, long address, long sizeBytes, int deviceId) {
    circularBuffers
        .computeIfAbsent(deviceId, key -> new ArrayList<>())
        .add(new PlacedCb(cores, address, sizeBytes));
  }

  @Override
  public synchronized void trackDeallocateCb(int deviceId) {
    circularBuffers.remove(deviceId);
  }

  /** The counts of one device and address. */
  public synchronized Counts counts(int deviceId, long address) {
    return buffers.getOrDefault(new Key(deviceId, address), new Counts(0, 0));
  }

  /** The counts of one address, over all chips and without what belongs to a whole mesh. */
  public synchronized Counts countsOnChips(long address) {
    Counts sum = new Counts(0, 0);
    for (Map.Entry<Key, Counts> entry : buffers.entrySet()) {
      if (entry.getKey().address() == address && entry.getKey().deviceId() >= 0) {
        sum = plus(sum, entry.getValue());
      }
    }
    return sum;
  }

  /** The circular buffers of a device that are placed according to the tracker. */
  public synchronized List<PlacedCb> circularBuffers(int deviceId) {
    return List.copyOf(circularBuffers.getOrDefault(deviceId, List.of()));
  }

  private void add(BufferInfo buffer, Counts counts) {
    buffers.merge(new Key(buffer.deviceId(), buffer.address()), counts, LiveAllocations::plus);
  }

  private static Counts plus(Counts a, Counts b) {
    return new Counts(a.allocated + b.allocated, a.deallocated + b.deallocated);
  }
}
