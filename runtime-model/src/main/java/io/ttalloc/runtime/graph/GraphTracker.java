package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Notifies processors of allocations and deallocations, and lets at most one hook handle them in
 * place of the allocator.
 *
 * <p>Keeps no reference to a buffer. Thread-safe; processors are called on the thread that
 * allocates or frees, in the order in which they were added.
 */
public final class GraphTracker {
  private static final GraphTracker INSTANCE = new GraphTracker();

  private final List<GraphProcessor> processors = new CopyOnWriteArrayList<>();
  private volatile @Nullable GraphHook hook;

  private GraphTracker() {}

  /** The tracker of this process. */
  public static GraphTracker instance() {
    return INSTANCE;
  }

  /** Adds a processor. */
  public void pushProcessor(GraphProcessor processor) {
    processors.add(processor);
  }

  /** Removes a processor; does nothing if it was not added. */
  public void popProcessor(GraphProcessor processor) {
    processors.remove(processor);
  }

  /**
   * Sets the hook.
   *
   * @throws IllegalStateException if there already is a hook, which then stays in place
   */
  public synchronized void addHook(GraphHook newHook) {
    if (hook != null) {
      throw new IllegalStateException("There already is a graph hook; clear it first");
    }
    hook = newHook;
  }

  /** Removes the hook. */
  public synchronized void clearHook() {
    hook = null;
  }

  /** Whether there is a hook that handles the allocation. */
  public boolean hookAllocate(BufferInfo buffer) {
    GraphHook current = hook;
    return current != null && current.hookAllocate(buffer);
  }

  /** Whether there is a hook that handles the deallocation. */
  public boolean hookDeallocate(BufferInfo buffer) {
    GraphHook current = hook;
    return current != null && current.hookDeallocate(buffer);
  }

  /** Notifies the processors that a buffer has obtained its memory. */
  public void trackAllocate(BufferInfo buffer) {
    for (GraphProcessor processor : processors) {
      processor.trackAllocate(buffer);
    }
  }

  /** Notifies the processors that a buffer is releasing its memory. */
  public void trackDeallocate(BufferInfo buffer) {
    for (GraphProcessor processor : processors) {
      processor.trackDeallocate(buffer);
    }
  }

  /** Notifies the processors that a circular buffer has been placed. */
  public void trackAllocateCb(CoreRange cores, long address, long sizeBytes, int deviceId) {
    for (GraphProcessor processor : processors) {
      processor.trackAllocateCb(cores, address, sizeBytes, deviceId);
    }
  }

  /**
   * Notifies the processors that circular buffers of a device were released, without identifying
   * them: a processor must assume that all of them were released, as in TT-Metal.
   */
  public void trackDeallocateCb(int deviceId) {
    for (GraphProcessor processor : processors) {
      processor.trackDeallocateCb(deviceId);
    }
  }
}
