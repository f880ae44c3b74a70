package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;

/** Listens to allocations; every method does nothing unless it is overridden. */
public interface GraphProcessor {
  /** A buffer has its memory. */
  default void trackAllocate(BufferInfo buffer) {}

  /** A buffer gives its memory up. */
  default void trackDeallocate(BufferInfo buffer) {}

  /** A circular buffer was placed. */
  default void trackAllocateCb(CoreRange cores, long address, long sizeBytes, int deviceId) {}

  /** All circular buffers of a device are released: there is no address that would say which. */
  default void trackDeallocateCb(int deviceId) {}
}
