package io.ttalloc.probe.own;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.Links;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.stack.StackCapture;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Records which resources are added to caches and removed from them. A resource belongs to the
 * cache that it was added to last. When it is removed from that cache, it belongs to the cache to
 * which it was added before, if that cache still holds it.
 */
public final class Holdings {
  private static final Resource[] NONE = {};

  private final LedgerWriter ledger;
  private final Resources resources;
  private final StackCapture stacks;
  private final Links links;
  private final CloseCompletion completion;
  private final EarlyHoldings early;
  private final DeferredEvents deferred;

  public Holdings(
      LedgerWriter ledger,
      Resources resources,
      StackCapture stacks,
      Links links,
      CloseCompletion completion,
      EarlyHoldings early,
      DeferredEvents deferred) {
    this.ledger = ledger;
    this.resources = resources;
    this.stacks = stacks;
    this.links = links;
    this.completion = completion;
    this.early = early;
    this.deferred = deferred;
  }

  /**
   * Records that a resource was added to a cache.
   *
   * @param immediate whether the resource is being added now, on this thread
   * @return true if the event was deferred although it can be recorded by now
   */
  public boolean held(
      ThreadState thread,
      @Nullable Object cache,
      @Nullable Object object,
      @Nullable Object nameInCache,
      boolean immediate) {
    if (immediate && thread.reclaimer) {
      // If a Cleaner or finalizer adds an object, the program has already dropped the object.
      return false;
    }
    // Runs application code, which may throw, before any change that would have to be undone.
    EntryName entry = EntryName.of(nameInCache);
    Owner holder = resources.openOwner(cache);
    if (holder != null && cache != null && object != null) {
      Resource opening = held(thread, holder, object, entry, immediate);
      return opening != null && isDeferred(cache, object, entry, true, opening);
    }
    if (cache != null && object != null && resources.find(cache) == null) {
      heldEarly(thread, cache, object, entry);
    }
    return false;
  }

  /**
   * Defers an event, to be recorded by the thread that is opening the resource or by any later
   * hook.
   *
   * @return true if that thread has opened the resource meanwhile, and may have looked for deferred
   *     events before this event was added
   */
  private boolean isDeferred(
      Object cache, Object object, @Nullable EntryName entry, boolean held, Resource opening) {
    if (!deferred.add(new DeferredEvents.Holding(cache, object, entry, held))) {
      ledger.dropped(Loss.HOOK_ERROR);
      return false;
    }
    return opening.status() != Resource.OPENING;
  }

  /**
   * Adds an object to a cache. If another thread is opening the object at the moment, does nothing
   * and returns the object's resource; otherwise returns null.
   */
  private @Nullable Resource held(
      ThreadState thread,
      Owner holder,
      Object object,
      @Nullable EntryName entry,
      boolean immediate) {
    Resource resource = resources.find(object);
    if (early.areOf(resource, object)) {
      if (heldUnopened(thread, holder, object, entry, immediate)) {
        return null;
      }
      resource = resources.find(object);
    }
    if (resource != null && resource.status() == Resource.OPENING) {
      return resource;
    }
    if (resource != null) {
      takeIn(thread, holder, resource, entry, immediate);
    }
    return null;
  }

  /**
   * Records that an object that is not open was added to a cache. The object displaces the resource
   * that had the same name in the cache.
   *
   * @return false if another thread has opened the object meanwhile
   */
  private boolean heldUnopened(
      ThreadState thread,
      Owner holder,
      Object object,
      @Nullable EntryName entry,
      boolean immediate) {
    if (!early.held(holder, object, entry)) {
      return false;
    }
    Resource overwritten = entry != null && entry.isUnique ? holder.entered(entry) : null;
    // Another thread may have opened the object already.
    if (overwritten != null && !overwritten.refersTo(object)) {
      completion.giveUp(thread, holder, overwritten, entry, immediate ? stacks.here() : 0);
    }
    return true;
  }

  private void heldEarly(
      ThreadState thread, Object cache, Object object, @Nullable EntryName entry) {
    Resource resource = resources.find(object);
    boolean isUnopened = early.areOf(resource, object);
    if (resource == null && !isUnopened) {
      return;
    }
    Reference<Object> what =
        resource == null || isUnopened ? new WeakReference<>(object) : resource;
    early.addTo(cache, what, entry);
    // Meanwhile the cache's constructor may have returned, on another thread.
    opened(thread, cache);
  }

  /**
   * Called when a resource has been opened. If the resource is a cache, records the objects that
   * have already been added to the cache.
   */
  public void opened(ThreadState thread, Object cache) {
    Owner holder = resources.openOwner(cache);
    if (holder != null) {
      for (EarlyHoldings.Hold hold : early.take(cache)) {
        Resource resource = hold.resource();
        Object object = hold.unopened();
        if (resource != null) {
          takeIn(thread, holder, resource, hold.entry, false);
        } else if (object != null) {
          boolean unused = held(thread, cache, object, hold.entry, false);
        }
      }
    }
  }

  private void takeIn(
      ThreadState thread,
      Owner holder,
      Resource resource,
      @Nullable EntryName entry,
      boolean immediate) {
    if (resource == holder || !resource.pin()) {
      return;
    }
    Resource overwritten;
    try {
      // The member is added before it is linked, because emptying a cache visits its members.
      holder.add(resource);
      overwritten = enterAndLink(thread, holder, resource, entry);
    } finally {
      completion.writeAndUnpin(thread, resource);
    }
    if (entry != null && overwritten != null) {
      completion.giveUp(thread, holder, overwritten, entry, immediate ? stacks.here() : 0);
    }
  }

  /**
   * Links a pinned resource to a cache; returns the resource that previously had its name, if any.
   */
  private @Nullable Resource enterAndLink(
      ThreadState thread, Owner holder, Resource resource, @Nullable EntryName entry) {
    if (entry == null || !entry.isUnique) {
      links.hold(thread, holder, resource, entry);
      return null;
    }
    Resource overwritten = holder.enter(entry, resource);
    try {
      links.hold(thread, holder, resource, entry);
    } catch (Throwable e) {
      holder.giveBackEntry(entry, resource, overwritten);
      throw e;
    }
    return overwritten;
  }

  /**
   * Records that a resource was removed from a cache, or, if the object is the cache itself, that
   * everything was removed.
   *
   * @param immediate whether the removal is happening now, on this thread
   * @return true if the event was deferred although it can be recorded by now
   */
  public boolean dropped(
      ThreadState thread, @Nullable Object cache, @Nullable Object object, boolean immediate) {
    Owner holder = resources.openOwner(cache);
    if (cache == null || object == null) {
      return false;
    }
    if (holder == null) {
      early.removeFrom(cache, object == cache ? null : object);
      return false;
    }
    if (object == cache) {
      holder.empty();
    }
    Resource one = object == cache ? null : early.dropped(holder, object);
    if (one != null && one.status() == Resource.OPENING) {
      return isDeferred(cache, object, null, false, one);
    }
    Resource[] givenUp =
        one != null ? new Resource[] {one} : object == cache ? holder.members() : NONE;
    int stack = immediate && givenUp.length > 0 ? stacks.here() : 0;
    for (Resource resource : givenUp) {
      completion.giveUp(thread, holder, resource, null, stack);
    }
    return false;
  }
}
