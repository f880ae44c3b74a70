package io.ttalloc.runtime.memory;

/**
 * What an allocator hands out, to be given back as it is.
 *
 * @param address where the block starts in each bank
 * @param blockId the block's identity, so that a late free never hits a newer block
 */
public record Allocation(long address, long blockId) {
  /**
   * The allocation of nothing: a buffer of size 0, or a buffer whose allocation a hook took over.
   */
  public static final Allocation NONE = new Allocation(0, 0);

  /** Whether no memory stands behind this. */
  public boolean isNone() {
    return blockId == 0;
  }
}
