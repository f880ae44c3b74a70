package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;

/**
 * The size and placement of a buffer.
 *
 * @param sizeBytes the total size over all banks
 * @param pageBytes the page size; pages are distributed round-robin over the banks
 * @param type the memory space
 * @param direction the end of the space from which the buffer is allocated
 */
public record BufferSpec(long sizeBytes, int pageBytes, BufferType type, Direction direction) {
  /**
   * The specification of a buffer that is allocated from the usual end of its space: the top of L1
   * and of L1_SMALL, and the bottom of the others.
   */
  public static BufferSpec of(long sizeBytes, int pageBytes, BufferType type) {
    boolean top = type == BufferType.L1 || type == BufferType.L1_SMALL;
    return new BufferSpec(
        sizeBytes, pageBytes, type, top ? Direction.TOP_DOWN : Direction.BOTTOM_UP);
  }

  AllocationRequest request() {
    return new AllocationRequest(type, sizeBytes, pageBytes, direction);
  }
}
