package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BufferType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An allocator's own statistics of one space of one chip in one session, at one moment.
 *
 * <p>{@code allocatedBytes} counts the requested bytes, and {@code freeBytes} counts the bytes that
 * can still be allocated, so bytes lost by rounding to pages and banks are not in either number. In
 * L1, each region of circular buffers counts once as allocated, with its bytes per core.
 *
 * @param deviceId the id of the chip
 * @param sessionName the name of the session, {@code chip#n}
 * @param space the memory space
 * @param allocatedBytes the bytes of all buffers, plus the regions of circular buffers in L1
 * @param freeBytes the bytes that buffers can still allocate, over all banks
 * @param largestFreeBytes the size of the largest range that a buffer can still allocate, per bank
 * @param freeCount the number of blocks and circular buffers freed so far
 * @param handles the number of buffers and circular buffers in this space
 * @param handleBytes the bytes of these handles; shared regions count once per circular buffer
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

  /** The lowest block of a buffer; null if there is none. */
  public @Nullable Block lowestBuffer() {
    for (Block block : blocks) {
      if (block.kind() != Block.Kind.CIRCULAR_BUFFER) {
        return block;
      }
    }
    return null;
  }
}
