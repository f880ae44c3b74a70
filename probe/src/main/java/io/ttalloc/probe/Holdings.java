package io.ttalloc.probe;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records what caches take in and give up. What a cache holds belongs to it for that time, and then
 * to the cache that took it in before, if that still holds it.
 */
final class Holdings {
  private static final Resource[] NONE = {};

  private final Tracked tracked;
  private final CloseCompletion completion;

  Holdings(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.completion = completion;
  }

  /**
   * A cache has taken in a resource.
   *
   * @param here whether that happens at this moment, on this thread
   */
  void held(
      ThreadState thread,
      @Nullable Object cache,
      @Nullable Object object,
      @Nullable Object nameInCache,
      boolean here) {
    if (here && thread.reclaimer) {
      // What a Cleaner or a finalizer saves of a dropped object was dropped all the same.
      return;
    }
    // Calls the application, so it comes before all that would have to be undone.
    EntryName entry = EntryName.of(nameInCache);
    Owner holder = tracked.openOwner(cache);
    Resource resource = tracked.resources.find(object);
    if (holder != null && resource != null) {
      takeIn(thread, holder, resource, entry, here);
    } else if (cache != null && resource != null && tracked.resources.find(cache) == null) {
      tracked.earlyHolds.add(cache, resource, entry);
      // Its constructor may have returned meanwhile, on another thread.
      opened(thread, cache);
    }
  }

  /** A resource was opened: if it is a cache, it may have taken in others before. */
  void opened(ThreadState thread, Object cache) {
    Owner holder = tracked.earlyHolds.areThere() ? tracked.openOwner(cache) : null;
    if (holder != null) {
      for (EarlyHolds.Hold hold : tracked.earlyHolds.take(cache)) {
        takeIn(thread, holder, hold.resource, hold.entry, false);
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
    Resource overwritten = null;
    long lateNanos = 0;
    try {
      lateNanos = here ? tracked.late.lateNanos(resource) : 0;
      // Added before it is linked: a cache that gives up everything asks its members.
      holder.add(resource);
      if (entry != null && entry.isUnique) {
        overwritten = holder.enter(entry, resource);
      }
      Link before;
      Link.Holding now;
      do {
        before = resource.link();
        now = Link.heldBy(before, holder, entry);
      } while (!tracked.relink(thread, resource, before, holder, now));
      removeFromForgotten(resource, before, now);
    } finally {
      writeAndUnpin(thread, resource);
    }
    if (lateNanos > 0) {
      tracked.ledger.closedLate(resource.tally(), tracked.stackHere(), lateNanos);
    }
    if (entry != null && overwritten != null) {
      giveUp(thread, holder, overwritten, entry, here ? tracked.stackHere() : 0);
    }
  }

  /**
   * Removes a resource from caches that are no longer in the list because too many hold it, and
   * from the entry that it had before in the same cache.
   */
  private static void removeFromForgotten(
      Resource resource, @Nullable Link before, Link.Holding now) {
    for (Link.Holding held = Link.holdingOf(before); held != null; held = held.earlier) {
      Link.Holding still = now.by(held.holder);
      if (still == null) {
        held.leave(resource);
      } else if (held.entry != null && !Objects.equals(held.entry, still.entry)) {
        held.holder.leaveEntry(held.entry, resource);
      }
    }
  }

  /**
   * A cache has given up a resource, or all that it holds if the resource is the cache itself.
   *
   * @param here whether that happens at this moment, on this thread
   */
  void dropped(ThreadState thread, @Nullable Object cache, @Nullable Object object, boolean here) {
    Resource one = object == cache ? null : tracked.resources.find(object);
    Owner holder = tracked.openOwner(cache);
    if (holder == null) {
      if (cache != null && (one != null || object == cache)) {
        tracked.earlyHolds.remove(cache, one);
      }
      return;
    }
    Resource[] givenUp =
        one != null ? new Resource[] {one} : object == cache ? holder.members() : NONE;
    int stack = here && givenUp.length > 0 ? tracked.stackHere() : 0;
    for (Resource resource : givenUp) {
      giveUp(thread, holder, resource, null, stack);
    }
  }

  /** A cache is gone: what other caches hold as well belongs to the latest of them. */
  void leaveToOthers(ThreadState thread, Owner gone) {
    for (Resource resource : gone.members()) {
      Link link = resource.link();
      if (Link.isHeldBy(link, gone) && isKeptWithout(gone, Link.holdingOf(link))) {
        drop(thread, gone, resource);
      }
    }
  }

  /** Whether another cache holds it that stays, or that closes what it gets. */
  private boolean isKeptWithout(Owner gone, Link.@Nullable Holding all) {
    for (Link.Holding held = all; held != null; held = held.earlier) {
      Owner holder = held.holder;
      if (holder != gone && (!holder.finishing || tracked.rules.freesOwned(holder))) {
        return true;
      }
    }
    return false;
  }

  /** What a cache gives up then belongs to the cache that took it in before, or to nobody. */
  private void drop(ThreadState thread, Owner holder, Resource resource) {
    if (!resource.pin()) {
      return;
    }
    try {
      boolean ignored = unlink(thread, holder, resource, null);
    } finally {
      writeAndUnpin(thread, resource);
    }
  }

  /**
   * A cache gives a resource up, and the ledger keeps where, if no other cache holds it.
   *
   * @param entry the name that another resource has taken; null if somebody took it out
   */
  private void giveUp(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry, int stack) {
    if (!resource.pin()) {
      return;
    }
    // Until it is known: an error may come after the ledger has to be changed.
    boolean held = true;
    boolean nobodys = false;
    try {
      held = unlink(thread, holder, resource, entry);
      nobodys = held && isInNoCache(resource);
    } finally {
      try {
        if (held) {
          tracked.writeLink(thread, resource);
        }
        if (nobodys) {
          byte[] overwritten = entry == null ? null : entry.encoded;
          long now = tracked.ledger.now();
          if (resource instanceof Owner owner) {
            owner.givenUpNanos = now;
          }
          tracked.slots.setGivenUp(
              resource.slot(), holder.tally().id(), stack, now, overwritten, thread.batch);
          if (!isInNoCache(resource)) {
            // Another thread has put it into one meanwhile, and this has written over that.
            tracked.writeLink(thread, resource);
          }
        }
      } finally {
        completion.unpin(thread, resource);
      }
    }
  }

  private static boolean isInNoCache(Resource resource) {
    return Link.holdingOf(resource.link()) == null;
  }

  /**
   * Takes a resource, which is pinned, from a cache.
   *
   * @param entry the name under which it must be there; null if under any
   * @return whether the cache held it
   */
  private boolean unlink(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    Link before = resource.link();
    Link.Holding held = Link.holdingBy(before, holder);
    while (held != null && (entry == null || entry.equals(held.entry))) {
      Link.Holding left = Link.Holding.without(Link.holdingOf(before), holder);
      Owner owner = Link.ownerOf(before);
      Owner next = owner != holder ? owner : left == null ? null : left.holder;
      if (tracked.relink(thread, resource, before, next, left)) {
        if (!Link.isHeldBy(resource.link(), holder)) {
          held.leave(resource);
        }
        return true;
      }
      before = resource.link();
      held = Link.holdingBy(before, holder);
    }
    return false;
  }

  private void writeAndUnpin(ThreadState thread, Resource resource) {
    try {
      tracked.writeLink(thread, resource);
    } finally {
      completion.unpin(thread, resource);
    }
  }
}
