package io.ttalloc.probe;

import io.ttalloc.ledger.Slots;
import org.jspecify.annotations.Nullable;

/** Records what caches take in and give up. What a cache holds belongs to it for that time. */
final class Holdings {
  private final Tracked tracked;
  private final CloseCompletion completion;

  Holdings(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.completion = completion;
  }

  void held(
      ThreadState thread,
      @Nullable Object cache,
      @Nullable Object object,
      @Nullable Object nameInCache) {
    // Calls the application, so it comes before all that would have to be undone.
    byte @Nullable [] entry =
        nameInCache == null ? null : Slots.encoded(Tracked.asText(nameInCache));
    Owner holder = tracked.openOwner(cache);
    Resource resource = tracked.resources.find(object);
    if (holder == null || resource == null || resource == holder || !resource.pin()) {
      return;
    }
    try {
      // Added before it is linked: a cache that gives up everything asks its members.
      holder.add(resource);
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
  }

  /** Removes a resource from a cache that is no longer in the list because too many hold it. */
  private static void removeFromForgotten(
      Resource resource, @Nullable Link before, Link.Holding now) {
    for (Link.Holding held = Link.holdingOf(before); held != null; held = held.earlier) {
      if (!now.has(held.holder)) {
        held.holder.remove(resource);
      }
    }
  }

  void dropped(ThreadState thread, @Nullable Object cache, @Nullable Object object) {
    Owner holder = tracked.openOwner(cache);
    if (holder == null) {
      return;
    }
    if (object == cache) {
      for (Resource resource : holder.members()) {
        drop(thread, holder, resource);
      }
      return;
    }
    Resource resource = tracked.resources.find(object);
    if (resource != null) {
      drop(thread, holder, resource);
    }
  }

  /** What a cache gives up then belongs to the cache that took it in before, or to nobody. */
  private void drop(ThreadState thread, Owner holder, Resource resource) {
    if (!resource.pin()) {
      return;
    }
    try {
      Link before = resource.link();
      boolean done = false;
      while (!done && Link.isHeldBy(before, holder)) {
        Link.Holding left = Link.Holding.without(Link.holdingOf(before), holder);
        Owner owner = Link.ownerOf(before);
        Owner next = owner != holder ? owner : left == null ? null : left.holder;
        done = tracked.relink(thread, resource, before, next, left);
        before = resource.link();
      }
      if (done && !Link.isHeldBy(before, holder) && Link.ownerOf(before) != holder) {
        holder.remove(resource);
      }
    } finally {
      writeAndUnpin(thread, resource);
    }
  }

  private void writeAndUnpin(ThreadState thread, Resource resource) {
    try {
      tracked.writeLink(thread, resource);
    } finally {
      completion.unpin(thread, resource);
    }
  }
}
