package io.ttalloc.probe.hook;

import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Placement;
import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Events that could not be recorded because another thread was opening or changing the resource.
 * The next hook on any thread records them. Thread-safe.
 */
public final class DeferredEvents {
  /** The token of a close that is deferred as a whole. */
  public static final Object TOKEN = new Object();

  /** The maximum number of events; further events are dropped and counted. */
  static final int MAX = 1 << 14;

  /** An event, linked to the event that was added before it. */
  public abstract static class Event {
    private @Nullable Event earlier;
  }

  /** An object was closed. */
  public static final class Close extends Event {
    public final Object object;

    public Close(Object object) {
      this.object = object;
    }
  }

  /** An object was added to a cache, or removed from it. */
  public static final class Holding extends Event {
    public final Object cache;
    public final Object object;
    public final @Nullable EntryName entry;
    public final boolean held;

    public Holding(Object cache, Object object, @Nullable EntryName entry, boolean held) {
      this.cache = cache;
      this.object = object;
      this.entry = entry;
      this.held = held;
    }
  }

  /** An open resource was changed. */
  public static final class Change extends Event {
    public final Resource resource;
    public final Placement update;

    public Change(Resource resource, Placement update) {
      this.resource = resource;
      this.update = update;
    }
  }

  /**
   * The latest event. Written under the lock, but read without the lock to check whether there are
   * any events.
   */
  private volatile @Nullable Event latest;

  /** The number of events, not counting those that were put back. Guarded by this. */
  private int count;

  /** The number of events that were put back; they are the earliest ones. Guarded by this. */
  private int returned;

  public boolean areThere() {
    return latest != null;
  }

  /** Adds an event; returns false if there are too many events. */
  public synchronized boolean add(Event event) {
    if (count == MAX) {
      return false;
    }
    event.earlier = latest;
    latest = event;
    count++;
    return true;
  }

  /** Removes all events and returns them, the earliest first; null if there are none. */
  public synchronized @Nullable Event takeAll() {
    Event taken = reversed(latest);
    latest = null;
    count = 0;
    returned = 0;
    return taken;
  }

  /** The event after one that {@link #takeAll} returned; null after the last. */
  public static @Nullable Event after(Event event) {
    return event.earlier;
  }

  /**
   * Puts back a taken event: after the events that were put back earlier, and before the events
   * that were added since all events were taken.
   */
  public synchronized void putBack(Event event) {
    Event first = reversed(latest);
    Event before = null;
    Event after = first;
    for (int i = 0; i < returned && after != null; i++) {
      before = after;
      after = after.earlier;
    }
    event.earlier = after;
    if (before == null) {
      first = event;
    } else {
      before.earlier = event;
    }
    returned++;
    latest = reversed(first);
  }

  private static @Nullable Event reversed(@Nullable Event chain) {
    Event event = chain;
    Event first = null;
    while (event != null) {
      Event next = event.earlier;
      event.earlier = first;
      first = event;
      event = next;
    }
    return first;
  }
}
