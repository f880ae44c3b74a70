package io.ttalloc.runtime.graph;

/**
 * Replaces the allocator in dry runs, which only determine what would be allocated.
 *
 * <p>If a method returns true, the hook has handled the request, and nothing is actually allocated
 * or freed.
 */
public interface GraphHook {
  /** Whether the hook handles this allocation; if so, the buffer has address 0 and no memory. */
  boolean hookAllocate(BufferInfo buffer);

  /**
   * Whether the hook handles this deallocation; called only if it handled the buffer's allocation.
   */
  boolean hookDeallocate(BufferInfo buffer);
}
