package io.ttalloc.probe.own;

import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.Links;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.ClassFacts;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records additions to and removals from caches that happen before the object or the cache is
 * opened. A constructor may put its own object into a cache, an object may be opened only when it
 * is connected later, and a pool may fill itself in its constructor.
 *
 * <p>If the object is not open, a note of its caches is stored in its injected field, until its
 * {@link Resource} replaces the note. The note lives as long as the object, so the number of such
 * objects is not limited. An object whose class has no such field is not remembered.
 *
 * <p>If the cache is not open, its objects are remembered here: the first {@link #MAX_OF_ONE}
 * objects of each of the last {@link #MAX} caches. There is a limit because a cache that existed
 * before the agent is never opened.
 *
 * <p>Does not keep objects reachable. Thread-safe.
 */
public final class EarlyHoldings {
  private static final int MAX = 16;
  private static final int MAX_OF_ONE = 1 << 12;

  /**
   * The maximum number of caches in the list of an object that is not open. If more caches hold the
   * object, the earliest is removed.
   */
  private static final int MAX_HOLDERS = 8;

  /**
   * A cache that holds an object that is not open; linked to the caches to which the object was
   * added before.
   *
   * @param entry the name under which the cache holds the object; null if it has no name there
   * @param emptied the number of times the cache had been emptied before the object was added
   */
  private record Holder(
      Owner owner, @Nullable EntryName entry, int emptied, @Nullable Holder earlier) {
    /** Whether the cache has been emptied since the object was added. */
    boolean isEmptied() {
      return owner.timesEmptied() != emptied;
    }

    private static @Nullable Holder without(@Nullable Holder all, Owner owner, int max) {
      if (all == null || max == 0) {
        return null;
      }
      return all.owner == owner
          ? without(all.earlier, owner, max)
          : new Holder(all.owner, all.entry, all.emptied, without(all.earlier, owner, max - 1));
    }
  }

  /**
   * The value of the injected field of an object that is in a cache but not open. Immutable: a
   * change replaces it.
   */
  private static final class Held extends ClassFacts.Placeholder {
    /** The cache to which the object was added last. */
    final Holder latest;

    Held(Object object, @Nullable Resource before, Holder latest) {
      super(object, before);
      this.latest = latest;
    }

    static @Nullable Holder holderOf(@Nullable Object seen, Object object) {
      return seen instanceof Held held && held.refersTo(object) ? held.latest : null;
    }
  }

  /** An object that was added to a cache before the cache was opened, and its name in the cache. */
  public static final class Hold {
    private final Reference<Object> what;
    final @Nullable EntryName entry;

    private Hold(Reference<Object> what, @Nullable EntryName entry) {
      this.what = what;
      this.entry = entry;
    }

    /** The resource; null if the object was not open when it was added. */
    public @Nullable Resource resource() {
      return what instanceof Resource resource ? resource : null;
    }

    /**
     * The object if it was not open when it was added; null if it was open, or was collected since.
     */
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

  private final Resources resources;
  private final Links links;
  private final CloseCompletion completion;
  private final List<Cache> caches = new ArrayList<>(MAX);

  /**
   * Whether any cache that is not open holds something. Usually none does, and then nothing needs
   * to be searched.
   */
  private volatile boolean areThere;

  public EarlyHoldings(Resources resources, Links links, CloseCompletion completion) {
    this.resources = resources;
    this.links = links;
    this.completion = completion;
  }

  /** Whether an object is not open but may still be opened. */
  boolean areOf(@Nullable Resource resource, Object object) {
    return (resource == null || resource.isOver()) && resources.factsOf(object).hasField();
  }

  /**
   * Records that an object that is not open was added to a cache.
   *
   * @return false if another thread has opened the object meanwhile
   */
  boolean held(Owner owner, Object object, @Nullable EntryName entry) {
    ClassFacts facts = resources.factsOf(object);
    int emptied = owner.timesEmptied();
    Object seen;
    Held next;
    do {
      seen = facts.value(object);
      Resource before = ClassFacts.resourceIn(seen);
      if (before != null && !before.isOver() && before.refersTo(object)) {
        return false;
      }
      Holder others = Holder.without(Held.holderOf(seen, object), owner, MAX_HOLDERS - 1);
      next = new Held(object, before, new Holder(owner, entry, emptied, others));
    } while (!facts.replace(object, seen, next));
    return true;
  }

  /**
   * Records that an object was removed from a cache.
   *
   * @return the resource of the object; null if it was never opened
   */
  @Nullable Resource dropped(Owner owner, Object object) {
    Resource resource = resources.find(object);
    boolean mayBeNoted = ClassFacts.mayBeKnown(object.getClass()) && areOf(resource, object);
    return !mayBeNoted || remove(owner, object) ? resource : resources.find(object);
  }

  /**
   * Removes a cache from the note of an object; false if another thread has opened the object
   * meanwhile.
   */
  private boolean remove(Owner owner, Object object) {
    ClassFacts facts = resources.factsOf(object);
    Object seen;
    Object next;
    do {
      seen = facts.value(object);
      Resource before = ClassFacts.resourceIn(seen);
      if (before != null && !before.isOver() && before.refersTo(object)) {
        return false;
      }
      Holder holders = Held.holderOf(seen, object);
      if (holders == null) {
        return true;
      }
      Holder others = Holder.without(holders, owner, MAX_HOLDERS);
      next = others == null ? before : new Held(object, before, others);
    } while (!facts.replace(object, seen, next));
    return true;
  }

  /**
   * Links a resource that is about to be published to the caches that hold its object. Begins with
   * the earliest cache, because the resource belongs to the cache to which it is linked last.
   *
   * @param before the previous value of the object's field
   */
  public void opening(
      ThreadState thread, Object object, Resource opening, @Nullable Object before) {
    Holder latest = Held.holderOf(before, object);
    if (latest != null) {
      takeIn(thread, opening, latest);
      links.write(thread, opening);
    }
  }

  private void takeIn(ThreadState thread, Resource opening, Holder latest) {
    if (latest.earlier != null) {
      takeIn(thread, opening, latest.earlier);
    }
    Owner owner = latest.owner;
    EntryName entry = latest.entry;
    if (owner.isOpen()
        && !latest.isEmptied()
        && (entry == null || !entry.isUnique || owner.enterIfFree(entry, opening))) {
      owner.add(opening);
      links.hold(thread, owner, opening, entry);
    }
  }

  /**
   * Removes a resource that was just published from those caches in the note of its object that
   * have been emptied meanwhile, or in which another resource has taken the name.
   */
  public void opened(ThreadState thread, Object object, Resource opened, @Nullable Object before) {
    Holder latest = Held.holderOf(before, object);
    for (Holder item = latest; item != null; item = item.earlier) {
      EntryName entry = item.entry;
      if (item.isEmptied()) {
        completion.giveUp(thread, item.owner, opened, null, 0);
      } else if (entry != null && entry.isUnique && !item.owner.hasUnder(entry, opened)) {
        completion.giveUp(thread, item.owner, opened, entry, 0);
      }
    }
  }

  /**
   * Records that an object was added to a cache that is not open.
   *
   * @param what the resource of the object, or a weak reference to the object if it has no open
   *     resource
   */
  public synchronized void addTo(Object cache, Reference<Object> what, @Nullable EntryName entry) {
    Cache known = find(cache);
    if (known == null) {
      known = new Cache(cache);
      if (caches.size() == MAX) {
        caches.remove(0);
      }
      caches.add(known);
      areThere = true;
    }
    if (known.holds.size() == MAX_OF_ONE) {
      for (int i = known.holds.size() - 1; i >= 0; i--) {
        if (known.holds.get(i).isOver()) {
          known.holds.remove(i);
        }
      }
    }
    if (known.holds.size() < MAX_OF_ONE) {
      known.holds.add(new Hold(what, entry));
    }
  }

  /**
   * Removes the note of an object that was removed from a cache.
   *
   * @param object the object; null if everything was removed from the cache
   */
  void removeFrom(Object cache, @Nullable Object object) {
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

  /** Whether any cache that is not open holds something. */
  public boolean areThere() {
    return areThere;
  }

  /**
   * Removes a cache, and returns the objects that were added to it, in the order in which they were
   * added.
   */
  public synchronized List<Hold> take(Object cache) {
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
