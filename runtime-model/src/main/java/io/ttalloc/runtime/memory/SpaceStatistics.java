package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BufferType;
import java.util.List;

/**
 * What the allocator itself says about one space of one chip in one session, at one moment.
 *
 * <p>{@code allocatedBytes} counts what was asked for; {@code freeBytes} counts what may still be
 * taken, so rounding to pages and banks lies between the two. In L1 the regions of circular buffers
 * count as allocated, per core and once per region.
 *
 * @param deviceId the chip
 * @param sessionName the session, {@code chip#n}
 * @param space the space
 * @param allocatedBytes bytes of all buffers, plus the regions of circular buffers in L1
 * @param freeBytes bytes that buffers may still take, over all banks
 * @param largestFreeBytes the longest range that a buffer may still take, per bank
 * @param freeCount how many blocks and circular buffers were given back so far
 * @param handles buffers and circular buffers that lie in this space
 * @param handleBytes their bytes, regions that are shared counted once per circular buffer
 * @param blocks the block table, lowest address first
 */
public record SpaceStatistics(
    int deviceId,
    String sessionName,
    BufferType space,
    long allocatedBytes,
    long freeBytes,
    long largestFreeBytes,
    long freeCount,
    int handles,
    long handleBytes,
    List<Block> blocks) {
  /** Copies the block table. */
  public SpaceStatistics {
    blocks = List.copyOf(blocks);
  }
}
