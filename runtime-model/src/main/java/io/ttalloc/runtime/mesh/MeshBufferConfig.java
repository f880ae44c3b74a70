package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;

/**
 * The layout, sizes and placement of a mesh buffer.
 *
 * @param layout whether every chip has the whole buffer or a part of it
 * @param globalBytes the size of the contents in bytes, counted once even if every chip has a copy
 * @param pageBytes the page size in bytes
 * @param type the memory space
 * @param direction the end of the space from which the buffer is allocated
 */
public record MeshBufferConfig(
    Layout layout, long globalBytes, int pageBytes, BufferType type, Direction direction) {
  /** The distribution of the contents over the chips. */
  public enum Layout {
    /** Every chip has the whole contents. */
    REPLICATED,
    /** Every chip has an equal part of the contents. */
    SHARDED
  }

  /**
   * The specification of the buffer on each chip of a mesh of {@code chips} chips.
   *
   * @throws IllegalArgumentException if the contents are sharded and cannot be divided into equal
   *     parts of whole pages
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
