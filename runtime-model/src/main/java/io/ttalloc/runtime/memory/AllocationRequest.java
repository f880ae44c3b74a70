package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BufferType;

/**
 * A request from a buffer to an allocator.
 *
 * @param type the memory space
 * @param sizeBytes the total size over all banks
 * @param pageBytes the page size; pages are distributed round-robin over the banks
 * @param direction the end of the space from which to allocate
 */
public record AllocationRequest(
    BufferType type, long sizeBytes, long pageBytes, Direction direction) {
  /** Rejects sizes that no buffer can have. */
  public AllocationRequest {
    if (sizeBytes < 0 || pageBytes <= 0) {
      throw new IllegalArgumentException(
          "Not a buffer: size %d B, page %d B; expected size >= 0 and page > 0"
              .formatted(sizeBytes, pageBytes));
    }
  }
}
