package io.ttalloc.runtime.graph;

/**
 * Stands in for the allocator, for runs that only want to know what would happen.
 *
 * <p>A method that returns true has taken the matter over: nothing real is allocated or freed.
 */
public interface GraphHook {
  /** Whether the hook takes this allocation over; the buffer then has address 0 and no memory. */
  boolean hookAllocate(BufferInfo buffer);

  /** Whether the hook takes over this deallocation; asked only for buffers that it took over. */
  boolean hookDeallocate(BufferInfo buffer);
}
