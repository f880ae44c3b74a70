package io.ttalloc.probe;

import io.ttalloc.ledger.Loss;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records what caches take in and give up. What a cache holds belongs to it for that time, and then
 * to the cache that took it in before, if that still holds it.
 */
final class Holdings {
  private static final Resource[] NONE = {};

  private final Tracked tracked;
  private final Drops drops;
  private final DeferredEvents deferred;
  private final UnopenedHoldings unopened;

  Holdings(Tracked tracked, CloseCompletion completion, DeferredEvents deferred) {
    this.tracked = tracked;
    this.drops = new Drops(tracked, completion);
    this.deferred = deferred;
    this.unopened = new UnopenedHoldings(tracked, this, drops);
  }

  /**
   * A cache has taken in a resource.
   *
   * @param here whether that happens at this moment, on this thread
   * @return whether it was deferred, and can be recorded by now
   */
  boolean held(
      ThreadState thread,
      @Nullable Object cache,
      @Nullable Object object,
      @Nullable Object nameInCache,
      boolean here) {
    if (here && thread.reclaimer) {
      // What a Cleaner or a finalizer saves of a dropped object was dropped all the same.
      return false;
    }
    // Calls the application, so it comes before all that would have to be undone.
    EntryName entry = EntryName.of(nameInCache);
    Owner holder = tracked.openOwner(cache);
    if (holder != null && cache != null && object != null) {
      Resource opening = held(thread, holder, object, entry, here);
      return opening != null && isDeferred(cache, object, entry, true, opening);
    }
    if (cache != null && object != null && tracked.resources.find(cache) == null) {
      heldEarly(thread, cache, object, entry);
    }
    return false;
  }

  /**
   * Leaves an event to the thread that is just opening the resource, or to any other.
   *
   * @return whether it has opened it meanwhile, and may have looked before there was an event
   */
  private boolean isDeferred(
      Object cache, Object object, @Nullable EntryName entry, boolean held, Resource opening) {
    if (!deferred.add(new DeferredEvents.Holding(cache, object, entry, held))) {
      tracked.ledger.dropped(Loss.HOOK_ERROR);
      return false;
    }
    return opening.status() != Resource.OPENING;
  }

  /** Takes in an object; answers its resource if another thread is just opening that. */
  private @Nullable Resource held(
      ThreadState thread, Owner holder, Object object, @Nullable EntryName entry, boolean here) {
    Resource resource = tracked.resources.find(object);
    if (unopened.areOf(resource, object)) {
      if (unopened.held(thread, holder, object, entry, here)) {
        return null;
      }
      resource = tracked.resources.find(object);
    }
    if (resource != null && resource.status() == Resource.OPENING) {
      return resource;
    }
    if (resource != null) {
      takeIn(thread, holder, resource, entry, here);
    }
    return null;
  }

  private void heldEarly(
      ThreadState thread, Object cache, Object object, @Nullable EntryName entry) {
    Resource resource = tracked.resources.find(object);
    boolean isUnopened = unopened.areOf(resource, object);
    if (resource == null && !isUnopened) {
      return;
    }
    Reference<Object> what =
        resource == null || isUnopened ? new WeakReference<>(object) : resource;
    tracked.earlyHolds.add(cache, what, entry);
    // Its constructor may have returned meanwhile, on another thread.
    opened(thread, cache);
  }

  UnopenedHoldings unopened() {
    return unopened;
  }

  /** A resource was opened: if it is a cache, it may have taken in others before. */
  void opened(ThreadState thread, Object cache) {
    Owner holder = tracked.earlyHolds.areThere() ? tracked.openOwner(cache) : null;
    if (holder != null) {
      for (EarlyHolds.Hold hold : tracked.earlyHolds.take(cache)) {
        Resource resource = hold.resource();
        Object object = hold.unopened();
        if (resource != null) {
          takeIn(thread, holder, resource, hold.entry, false);
        } else if (object != null) {
          boolean ignored = held(thread, cache, object, hold.entry, false);
        }
      }
    }
  }

  private void takeIn(
      ThreadState thread,
      Owner holder,
      Resource resource,
      @Nullable EntryName entry,
      boolean here) {
    if (resource == holder || !resource.pin()) {
      return;
    }
    Resource overwritten;
    try {
      // Added before it is linked: a cache that gives up everything asks its members.
      holder.add(resource);
      overwritten = enterAndLink(thread, holder, resource, entry);
    } finally {
      drops.writeAndUnpin(thread, resource);
    }
    if (entry != null && overwritten != null) {
      drops.giveUp(thread, holder, overwritten, entry, here ? tracked.stackHere() : 0);
    }
  }

  /** Links a resource, which is pinned; answers which one has lost its name in the cache by it. */
  private @Nullable Resource enterAndLink(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    if (entry == null || !entry.isUnique) {
      link(thread, holder, resource, entry);
      return null;
    }
    Resource overwritten = holder.enter(entry, resource);
    try {
      link(thread, holder, resource, entry);
    } catch (Throwable e) {
      holder.giveBackEntry(entry, resource, overwritten);
      throw e;
    }
    return overwritten;
  }

  /** Says that a cache holds a resource, which is pinned, or being opened by this thread. */
  void link(ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    Link before;
    Link.Holding now;
    do {
      before = resource.link();
      now = Link.heldBy(before, holder, entry);
    } while (!tracked.relink(thread, resource, before, holder, now));
    removeFromForgotten(resource, before, now);
  }

  /**
   * Removes a resource from caches that are no longer in the list because too many hold it, and
   * from the entry that it had before in the same cache.
   */
  private void removeFromForgotten(Resource resource, @Nullable Link before, Link.Holding now) {
    for (Link.Holding held = Link.holdingOf(before); held != null; held = held.earlier) {
      Link.Holding still = now.by(held.holder);
      if (still == null) {
        tracked.leave(held, resource);
      } else if (held.entry != null && !Objects.equals(held.entry, still.entry)) {
        tracked.leaveEntry(held.holder, held.entry, resource);
      }
    }
  }

  /**
   * A cache has given up a resource, or all that it holds if the resource is the cache itself.
   *
   * @param here whether that happens at this moment, on this thread
   * @return whether it was deferred, and can be recorded by now
   */
  boolean dropped(
      ThreadState thread, @Nullable Object cache, @Nullable Object object, boolean here) {
    Owner holder = tracked.openOwner(cache);
    if (cache == null || object == null) {
      return false;
    }
    if (holder == null) {
      tracked.earlyHolds.remove(cache, object == cache ? null : object);
      return false;
    }
    if (object == cache) {
      holder.empty();
    }
    Resource one = object == cache ? null : unopened.dropped(holder, object);
    if (one != null && one.status() == Resource.OPENING) {
      return isDeferred(cache, object, null, false, one);
    }
    Resource[] givenUp =
        one != null ? new Resource[] {one} : object == cache ? holder.members() : NONE;
    int stack = here && givenUp.length > 0 ? tracked.stackHere() : 0;
    for (Resource resource : givenUp) {
      drops.giveUp(thread, holder, resource, null, stack);
    }
    return false;
  }
}
