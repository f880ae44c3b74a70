package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Events that cannot be recorded where they happen, because the thread is at the end of its stack
 * or another thread is just opening or changing the resource. The next hook of any thread records
 * them.
 *
 * <p>At the end of the stack there may be no room for any call, not even of a method of this class.
 * {@link Hooks} therefore adds events inline, in code that needs no further frame: an event is an
 * array, linked under the monitor of this object, under which nothing is called.
 */
public final class Late {
  /** The kinds of events. */
  public static final Object CLOSE = new Object();

  public static final Object HOLD = new Object();
  public static final Object DROP = new Object();
  static final Object UPDATE = new Object();

  /** The indexes in an event. */
  static final int KIND = 0;

  /** What was closed, held or dropped; of an update, its resource. */
  static final int OBJECT = 1;

  /** The cache; of a close, the resource if the close has begun in the ledger, else null. */
  static final int OTHER = 2;

  /** The cache's name for the object, what the close threw, or the update. */
  static final int DETAIL = 3;

  public static final int EARLIER = 4;

  /** Further events are lost, and counted. */
  public static final int MOST = 1 << 14;

  /** The token of a close that is to be recorded late as a whole. */
  public static final Object TOKEN = new Object();

  /** The latest event. Guarded by this, but read without it to see whether there is any. */
  public @Nullable Object @Nullable [] latest;

  /** How many there are, without those that were put back. Guarded by this. */
  public int count;

  /** Adds a close where the stack has room for it; false if there are too many events. */
  boolean addClose(Object object) {
    return add(new @Nullable Object[] {CLOSE, object, null, null, null});
  }

  /** Adds what a cache takes in or gives up; false if there are too many events. */
  boolean add(Object kind, Object object, Object cache, @Nullable EntryName entry) {
    return add(new @Nullable Object[] {kind, object, cache, entry, null});
  }

  /** Adds an update; false if there are too many events. */
  boolean addUpdate(Resource resource, Update update) {
    return add(new @Nullable Object[] {UPDATE, resource, null, update, null});
  }

  private boolean add(@Nullable Object[] event) {
    synchronized (this) {
      if (count == MOST) {
        return false;
      }
      event[EARLIER] = latest;
      latest = event;
      count++;
      return true;
    }
  }

  /** Removes all events and returns them, the earliest first; null if there are none. */
  @Nullable Object @Nullable [] takeAll() {
    @Nullable Object[] event;
    synchronized (this) {
      event = latest;
      latest = null;
      count = 0;
    }
    return reversed(event);
  }

  /** Puts back what {@link #takeAll} returned, from this event on. */
  void putBack(@Nullable Object @Nullable [] first) {
    synchronized (this) {
      @Nullable Object[] since = reversed(latest);
      latest = reversed(first);
      while (since != null) {
        @Nullable Object[] next = (Object[]) since[EARLIER];
        since[EARLIER] = latest;
        latest = since;
        since = next;
      }
    }
  }

  private static @Nullable Object @Nullable [] reversed(@Nullable Object @Nullable [] chain) {
    @Nullable Object[] event = chain;
    @Nullable Object[] first = null;
    while (event != null) {
      @Nullable Object[] next = (Object[]) event[EARLIER];
      event[EARLIER] = first;
      first = event;
      event = next;
    }
    return first;
  }
}
