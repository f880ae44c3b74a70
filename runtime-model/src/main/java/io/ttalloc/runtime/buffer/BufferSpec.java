package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;

/**
 * How large a buffer is and where it goes.
 *
 * @param sizeBytes bytes over all banks
 * @param pageBytes bytes of one page; pages go round the banks
 * @param type the space
 * @param direction from which end of the space it is allocated
 */
public record BufferSpec(long sizeBytes, int pageBytes, BufferType type, Direction direction) {
  /** A buffer that is allocated from the end that is usual in its space: L1 from the top. */
  public static BufferSpec of(long sizeBytes, int pageBytes, BufferType type) {
    boolean top = type == BufferType.L1 || type == BufferType.L1_SMALL;
    return new BufferSpec(
        sizeBytes, pageBytes, type, top ? Direction.TOP_DOWN : Direction.BOTTOM_UP);
  }

  AllocationRequest request() {
    return new AllocationRequest(type, sizeBytes, pageBytes, direction);
  }
}
