package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;

/** A listener for allocations and deallocations. The default methods do nothing. */
public interface GraphProcessor {
  /** Called when a buffer has obtained its memory. */
  default void trackAllocate(BufferInfo buffer) {}

  /** Called when a buffer releases its memory. */
  default void trackDeallocate(BufferInfo buffer) {}

  /** Called when a circular buffer has been placed. */
  default void trackAllocateCb(CoreRange cores, long address, long sizeBytes, int deviceId) {}

  /**
   * Called when circular buffers of a device have been released. No address identifies them, so a
   * listener must assume that all of the device's circular buffers have been released.
   */
  default void trackDeallocateCb(int deviceId) {}
}
