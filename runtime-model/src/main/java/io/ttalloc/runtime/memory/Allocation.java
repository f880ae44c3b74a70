package io.ttalloc.runtime.memory;

/**
 * The result of an allocation. It must be passed unchanged to the allocator to free the block.
 *
 * @param address the start of the block in each bank
 * @param blockId the unique id of the block, so that a late free never frees a newer block
 */
public record Allocation(long address, long blockId) {
  /**
   * The allocation of a buffer without memory: one of size 0, or one whose allocation a hook
   * handled.
   */
  public static final Allocation NONE = new Allocation(0, 0);

  /** Whether this is the allocation of a buffer without memory. */
  public boolean isNone() {
    return blockId == 0;
  }
}
