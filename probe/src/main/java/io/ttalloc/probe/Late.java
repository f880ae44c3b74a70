package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Events that cannot be recorded where they happen, because the thread is at the end of its stack
 * or the resource is just being opened by another one. The next hook of any thread records them.
 *
 * <p>Adding one needs neither a call nor a frame: callers write it out, under the monitor of this
 * object, in which nothing else is done.
 */
public final class Late {
  /** Kinds of events: what the first element of one may be. */
  public static final Object CLOSE = new Object();

  public static final Object HOLD = new Object();
  public static final Object DROP = new Object();

  /** What stands where in an event: an array, since an object would need a constructor's frame. */
  public static final int KIND = 0;

  /** What was closed, held or dropped. */
  static final int OBJECT = 1;

  /** The cache; or the resource whose close had begun already, null if it had not. */
  static final int OTHER = 2;

  /** The cache's name for it; or what the close threw. */
  static final int DETAIL = 3;

  public static final int EARLIER = 4;

  /** Later ones are lost, and counted. */
  public static final int MOST = 1 << 14;

  /** What a close that is to be recorded late gets for a token. */
  public static final Object TOKEN = new Object();

  /** The latest event; guarded by this, but read without it to see whether there is any. */
  public @Nullable Object @Nullable [] latest;

  /** How many there are, without those that were put back; guarded by this. */
  public int count;

  /** Takes all out, the earliest first; null if there are none. */
  @Nullable Object @Nullable [] takeAll() {
    @Nullable Object[] event;
    synchronized (this) {
      event = latest;
      latest = null;
      count = 0;
    }
    return reversed(event);
  }

  /** Puts back what {@link #takeAll} gave, from this event on. */
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
