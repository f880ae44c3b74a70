package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/** Records what caches take in and give up. What a cache holds belongs to it meanwhile. */
final class Holdings {
  private final Tracked tracked;

  Holdings(Tracked tracked) {
    this.tracked = tracked;
  }

  void held(ThreadState thread, Object cache, Object object, @Nullable Object entry) {
    Owner holder = tracked.openOwner(cache);
    Resource resource = tracked.resources.find(object);
    if (holder == null || resource == null || resource == holder) {
      return;
    }
    int entryText = tracked.textOf(entry);
    if (!resource.change()) {
      return;
    }
    try {
      Owner before = tracked.holderOf(resource);
      if (before != null && before != holder) {
        before.remove(resource);
      }
      tracked.slots.setHolder(
          resource.slot(), holder.slot(), holder.generation(), entryText, thread.batch);
      holder.add(resource);
      tracked.own(thread, resource, holder);
    } finally {
      resource.changed();
    }
  }

  void dropped(ThreadState thread, Object cache, Object object) {
    Owner holder = tracked.openOwner(cache);
    if (holder == null) {
      return;
    }
    if (object == cache) {
      for (Resource resource : holder.takeAll()) {
        drop(thread, holder, resource);
      }
      return;
    }
    Resource resource = tracked.resources.find(object);
    if (resource != null) {
      holder.remove(resource);
      drop(thread, holder, resource);
    }
  }

  private void drop(ThreadState thread, Owner holder, Resource resource) {
    if (!resource.change()) {
      return;
    }
    try {
      if (tracked.holderOf(resource) == holder) {
        tracked.slots.setHolder(resource.slot(), 0, 0, 0, thread.batch);
        if (tracked.ownerOf(resource) == holder) {
          tracked.own(thread, resource, null);
        }
      }
    } finally {
      resource.changed();
    }
  }
}
