package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BufferType;

/**
 * What a buffer asks an allocator for.
 *
 * @param type the space
 * @param sizeBytes bytes over all banks
 * @param pageBytes bytes of one page; pages go round the banks
 * @param direction from which end of the space
 */
public record AllocationRequest(
    BufferType type, long sizeBytes, long pageBytes, Direction direction) {
  /** Refuses sizes that no buffer can have. */
  public AllocationRequest {
    if (sizeBytes < 0 || pageBytes <= 0) {
      throw new IllegalArgumentException(
          "Not a buffer: size %d B, page %d B; expected size >= 0 and page > 0"
              .formatted(sizeBytes, pageBytes));
    }
  }
}
