package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/** Records what caches take in and give up. What a cache holds belongs to it meanwhile. */
final class Holdings {
  private final Tracked tracked;
  private final Closings closings;

  Holdings(Tracked tracked, Closings closings) {
    this.tracked = tracked;
    this.closings = closings;
  }

  void held(ThreadState thread, Object cache, Object object, byte @Nullable [] entry) {
    Owner holder = tracked.openOwner(cache);
    Resource resource = tracked.resources.find(object);
    if (holder == null || resource == null || resource == holder || !resource.pin()) {
      return;
    }
    try {
      // In before it is linked: a cache that gives up all looks here for what it holds.
      holder.add(resource);
      Link before;
      do {
        before = resource.link();
      } while (!tracked.relink(
          thread, resource, before, holder, Link.heldBy(before, holder, entry)));
    } finally {
      writeAndUnpin(thread, resource);
    }
  }

  void dropped(ThreadState thread, Object cache, Object object) {
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

  /** What a cache gives up belongs to the cache that took it in before, or to nobody. */
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
      if (done) {
        if (!Link.isHeldBy(before, holder) && Link.ownerOf(before) != holder) {
          holder.remove(resource);
        }
      }
    } finally {
      writeAndUnpin(thread, resource);
    }
  }

  private void writeAndUnpin(ThreadState thread, Resource resource) {
    try {
      tracked.writeLink(thread, resource);
    } finally {
      closings.unpin(thread, resource);
    }
  }
}
