package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A processor that counts live allocations, using only the tracker's notifications. It has the
 * tracker's limitations: a notification that circular buffers were released contains a device but
 * no address, so it ends the count of all circular buffers of that device.
 *
 * <p>Thread-safe.
 */
public final class LiveAllocations implements GraphProcessor {
  /** The numbers of allocations and frees of buffers at one address of one device. */
  public record Counts(long allocated, long deallocated) {
    /** The number of buffers that have been allocated but not freed. */
    public long live() {
      return allocated - deallocated;
    }
  }

  /** A circular buffer and its location. */
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

  /** The counts of one address on one device. */
  public synchronized Counts counts(int deviceId, long address) {
    return buffers.getOrDefault(new Key(deviceId, address), new Counts(0, 0));
  }

  /** The counts of one address, summed over all chips, not counting buffers of a whole mesh. */
  public synchronized Counts countsOnChips(long address) {
    Counts sum = new Counts(0, 0);
    for (Map.Entry<Key, Counts> entry : buffers.entrySet()) {
      if (entry.getKey().address() == address && entry.getKey().deviceId() >= 0) {
        sum = plus(sum, entry.getValue());
      }
    }
    return sum;
  }

  /** The circular buffers that are placed on a device according to the tracker. */
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
