package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Tells processors what is allocated and freed, and asks at most one hook whether to do it at all.
 *
 * <p>Remembers no buffer. Thread-safe; processors are called on the thread that allocates, in the
 * order in which they were pushed.
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

  /** Adds a listener. */
  public void pushProcessor(GraphProcessor processor) {
    processors.add(processor);
  }

  /** Removes a listener; does nothing if it is not there. */
  public void popProcessor(GraphProcessor processor) {
    processors.remove(processor);
  }

  /**
   * Sets the hook.
   *
   * @throws IllegalStateException if there is one already; it stays
   */
  public synchronized void addHook(GraphHook newHook) {
    if (hook != null) {
      throw new IllegalStateException("There is a graph hook already; clear it first");
    }
    hook = newHook;
  }

  /** Removes the hook. */
  public synchronized void clearHook() {
    hook = null;
  }

  /** Whether a hook takes the allocation over. */
  public boolean hookAllocate(BufferInfo buffer) {
    GraphHook current = hook;
    return current != null && current.hookAllocate(buffer);
  }

  /** Whether a hook takes the deallocation over. */
  public boolean hookDeallocate(BufferInfo buffer) {
    GraphHook current = hook;
    return current != null && current.hookDeallocate(buffer);
  }

  /** Says that a buffer has its memory. */
  public void trackAllocate(BufferInfo buffer) {
    for (GraphProcessor processor : processors) {
      processor.trackAllocate(buffer);
    }
  }

  /** Says that a buffer gives its memory up. */
  public void trackDeallocate(BufferInfo buffer) {
    for (GraphProcessor processor : processors) {
      processor.trackDeallocate(buffer);
    }
  }

  /** Says that a circular buffer was placed. */
  public void trackAllocateCb(CoreRange cores, long address, long sizeBytes, int deviceId) {
    for (GraphProcessor processor : processors) {
      processor.trackAllocateCb(cores, address, sizeBytes, deviceId);
    }
  }

  /**
   * Says that circular buffers of a device were released, without saying which: a listener can only
   * take it for all of them, as in TT-Metal.
   */
  public void trackDeallocateCb(int deviceId) {
    for (GraphProcessor processor : processors) {
      processor.trackDeallocateCb(deviceId);
    }
  }
}
