package io.ttalloc.probe;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What caches took in before they were opened: a pool may fill itself in its constructor. The
 * opening is recorded when the constructor returns, and then what it took in, which may not be open
 * either.
 *
 * <p>Remembers the last {@link #MOST} such caches, and of each the first {@link #MOST_OF_ONE}: a
 * cache that was there before the agent is never opened. Thread-safe.
 */
final class EarlyHolds {
  private static final int MOST = 16;
  private static final int MOST_OF_ONE = 1 << 12;

  /** Something that a cache took in, and its name for that. */
  static final class Hold {
    private final Reference<Object> what;
    final @Nullable EntryName entry;

    private Hold(Reference<Object> what, @Nullable EntryName entry) {
      this.what = what;
      this.entry = entry;
    }

    /** The resource; null if it was not open when the cache took it in. */
    @Nullable Resource resource() {
      return what instanceof Resource resource ? resource : null;
    }

    /** What was not open then; null if it was, or if the collector took it. */
    @Nullable Object unopened() {
      return what instanceof Resource ? null : what.get();
    }

    private boolean isOver() {
      return what instanceof Resource resource ? !resource.isOpen() : what.refersTo(null);
    }
  }

  private static final class Cache extends WeakReference<Object> {
    final List<Hold> holds = new ArrayList<>();

    Cache(Object object) {
      super(object);
    }
  }

  private final List<Cache> caches = new ArrayList<>(MOST);

  /** Whether there are any. Usually not, and then there is nothing to search. */
  private volatile boolean areThere;

  /**
   * A cache takes something in.
   *
   * @param what its resource, or a weak reference if it has none that is open
   */
  synchronized void add(Object cache, Reference<Object> what, @Nullable EntryName entry) {
    Cache known = find(cache);
    if (known == null) {
      known = new Cache(cache);
      if (caches.size() == MOST) {
        caches.remove(0);
      }
      caches.add(known);
      areThere = true;
    }
    if (known.holds.size() == MOST_OF_ONE) {
      for (int i = known.holds.size() - 1; i >= 0; i--) {
        if (known.holds.get(i).isOver()) {
          known.holds.remove(i);
        }
      }
    }
    if (known.holds.size() < MOST_OF_ONE) {
      known.holds.add(new Hold(what, entry));
    }
  }

  /**
   * Forgets what a cache gave up again.
   *
   * @param object null if everything
   */
  void remove(Object cache, @Nullable Object object) {
    if (areThere) {
      removeIfKnown(cache, object);
    }
  }

  private synchronized void removeIfKnown(Object cache, @Nullable Object object) {
    Cache known = find(cache);
    if (known == null) {
      return;
    }
    for (int i = known.holds.size() - 1; i >= 0; i--) {
      if (object == null || known.holds.get(i).what.refersTo(object)) {
        known.holds.remove(i);
      }
    }
  }

  boolean areThere() {
    return areThere;
  }

  /** Forgets a cache and answers what it took in, in that order. */
  synchronized List<Hold> take(Object cache) {
    Cache known = find(cache);
    if (known == null) {
      return List.of();
    }
    caches.remove(known);
    areThere = !caches.isEmpty();
    return known.holds;
  }

  private @Nullable Cache find(Object cache) {
    for (Cache known : caches) {
      if (known.refersTo(cache)) {
        return known;
      }
    }
    return null;
  }
}
