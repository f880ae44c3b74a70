package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;

/**
 * What a mesh buffer is on each chip.
 *
 * @param layout whether every chip has all of it or a part
 * @param globalBytes its size, counted once
 * @param pageBytes bytes of one page
 * @param type the space
 * @param direction from which end of the space it is allocated
 */
public record MeshBufferConfig(
    Layout layout, long globalBytes, int pageBytes, BufferType type, Direction direction) {
  /** The distribution of the contents. */
  public enum Layout {
    /** Every chip has the whole. */
    REPLICATED,
    /** Every chip has an equal part. */
    SHARDED
  }

  /**
   * What one chip of a mesh of {@code chips} has of it.
   *
   * @throws IllegalArgumentException if it cannot be cut into equal parts of whole pages
   */
  BufferSpec onEachOf(int chips) {
    long bytes = globalBytes;
    if (layout == Layout.SHARDED) {
      if (globalBytes % ((long) chips * pageBytes) != 0) {
        throw new IllegalArgumentException(
            "%d B cannot be sharded over %d chips in whole pages of %d B"
                .formatted(globalBytes, chips, pageBytes));
      }
      bytes = globalBytes / chips;
    }
    return new BufferSpec(bytes, pageBytes, type, direction);
  }
}
