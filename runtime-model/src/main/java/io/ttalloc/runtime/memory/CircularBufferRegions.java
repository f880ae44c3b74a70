package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The locations of circular buffers in L1.
 *
 * <p>Programs use L1 one after another, so several circular buffers may have the same address. The
 * circular buffers are called {@code handles}, and the memory that they cover together is divided
 * into {@code regions}. Both are counted, because the statistics report both. Contains only values,
 * no references to circular buffers. Guarded by the allocator's lock.
 */
final class CircularBufferRegions {
  private record Placed(long programId, CoreRange cores, long address, long sizeBytes) {}

  private final Map<Long, Placed> byCircularBuffer = new LinkedHashMap<>();
  private long freeCount;

  void place(long circularBufferId, long programId, CoreRange cores, long address, long size) {
    if (byCircularBuffer.containsKey(circularBufferId)) {
      throw new IllegalStateException(
          "Circular buffer %d of program %d has already been placed"
              .formatted(circularBufferId, programId));
    }
    byCircularBuffer.put(circularBufferId, new Placed(programId, cores, address, size));
  }

  void release(long circularBufferId) {
    if (byCircularBuffer.remove(circularBufferId) == null) {
      throw new IllegalStateException(
          "The circular buffer " + circularBufferId + " is not placed, so it cannot be released");
    }
    freeCount++;
  }

  void drop() {
    byCircularBuffer.clear();
  }

  boolean isEmpty() {
    return byCircularBuffer.isEmpty();
  }

  int handles() {
    return byCircularBuffer.size();
  }

  long handleBytes() {
    return byCircularBuffer.values().stream().mapToLong(Placed::sizeBytes).sum();
  }

  long freeCount() {
    return freeCount;
  }

  /** The first address after the last region; {@code base} if nothing is placed. */
  long end(long base) {
    return byCircularBuffer.values().stream()
        .mapToLong(placed -> placed.address() + placed.sizeBytes())
        .reduce(base, Math::max);
  }

  /**
   * The regions, lowest first. Circular buffers at the same address are one region with the size of
   * the largest; regions that partly overlap are truncated, so that no byte is counted twice.
   */
  List<Block> regions() {
    TreeMap<Long, Long> endByStart = new TreeMap<>();
    for (Placed placed : byCircularBuffer.values()) {
      endByStart.merge(placed.address(), placed.address() + placed.sizeBytes(), Math::max);
    }
    List<Block> regions = new ArrayList<>();
    long covered = Long.MIN_VALUE;
    for (Map.Entry<Long, Long> region : endByStart.entrySet()) {
      long start = Math.max(region.getKey(), covered);
      long bytes = region.getValue() - start;
      if (bytes > 0) {
        regions.add(new Block(start, bytes, bytes, 0, Block.Kind.CIRCULAR_BUFFER));
        covered = region.getValue();
      }
    }
    return regions;
  }
}
