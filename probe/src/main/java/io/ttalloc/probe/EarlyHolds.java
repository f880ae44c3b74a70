package io.ttalloc.probe;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What caches took in before they were opened: a pool may fill itself in its constructor. The
 * opening is recorded when the constructor returns, and then what it took in.
 *
 * <p>Remembers the last {@link #MOST} such caches, and of each the first {@link #MOST_OF_ONE}: a
 * cache that was there before the agent is never opened. Thread-safe.
 */
final class EarlyHolds {
  private static final int MOST = 16;
  private static final int MOST_OF_ONE = 1 << 12;

  /** Something that a cache took in, and its name for that. */
  static final class Hold {
    final Resource resource;
    final @Nullable EntryName entry;

    Hold(Resource resource, @Nullable EntryName entry) {
      this.resource = resource;
      this.entry = entry;
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

  synchronized void add(Object cache, Resource resource, @Nullable EntryName entry) {
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
        if (!known.holds.get(i).resource.isOpen()) {
          known.holds.remove(i);
        }
      }
    }
    if (known.holds.size() < MOST_OF_ONE) {
      known.holds.add(new Hold(resource, entry));
    }
  }

  /**
   * Forgets what a cache gave up again.
   *
   * @param resource null if everything
   */
  void remove(Object cache, @Nullable Resource resource) {
    if (areThere) {
      removeIfKnown(cache, resource);
    }
  }

  private synchronized void removeIfKnown(Object cache, @Nullable Resource resource) {
    Cache known = find(cache);
    if (known == null) {
      return;
    }
    for (int i = known.holds.size() - 1; i >= 0; i--) {
      if (resource == null || known.holds.get(i).resource == resource) {
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
