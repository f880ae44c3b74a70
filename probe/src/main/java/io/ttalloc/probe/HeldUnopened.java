package io.ttalloc.probe;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The caches that have taken in an object before it was opened: a constructor may put its own
 * object into one, and so may whoever connects it only afterwards.
 *
 * <p>Stands in the object's field until its {@link Resource} does. So it lives as long as the
 * object and takes no other memory, however many there are; an object whose class has no field is
 * forgotten. Keeps neither the object nor a cache from the collector. A weak reference, by which
 * the field of a clone is recognised. Immutable: a change replaces it in one step.
 */
final class HeldUnopened extends WeakReference<Object> {
  /** If more caches hold it, the earliest is forgotten. */
  private static final int MOST = 8;

  /** One cache, and those before it. Immutable. */
  static final class Item {
    final Owner holder;

    /** The name that the cache has for the object; null if it has none. */
    final @Nullable EntryName entry;

    /** How often the cache had given up everything before it took the object in. */
    private final int emptied;

    final @Nullable Item earlier;

    private Item(Owner holder, @Nullable EntryName entry, int emptied, @Nullable Item earlier) {
      this.holder = holder;
      this.entry = entry;
      this.emptied = emptied;
      this.earlier = earlier;
    }

    /** Whether the cache has given up everything since. */
    boolean isEmptied() {
      return holder.timesEmptied() != emptied;
    }

    private static @Nullable Item without(@Nullable Item all, Owner holder, int most) {
      if (all == null || most == 0) {
        return null;
      }
      return all.holder == holder
          ? without(all.earlier, holder, most)
          : new Item(all.holder, all.entry, all.emptied, without(all.earlier, holder, most - 1));
    }
  }

  /** Its last resource, which is closed; null if it was never opened. */
  final @Nullable Resource before;

  /** The cache that took it in last. */
  final Item latest;

  private HeldUnopened(Object object, @Nullable Resource before, Item latest) {
    super(object);
    this.before = before;
    this.latest = latest;
  }

  /**
   * Notes that a cache takes in an object that is not open.
   *
   * @return false if another thread has opened it meanwhile
   */
  static boolean add(ClassFacts facts, Object object, Owner holder, @Nullable EntryName entry) {
    int emptied = holder.timesEmptied();
    Object seen;
    HeldUnopened next;
    do {
      seen = facts.value(object);
      Resource before = ClassFacts.resourceIn(seen);
      if (before != null && !before.isOver() && before.refersTo(object)) {
        return false;
      }
      Item others = Item.without(itemsOf(seen, object), holder, MOST - 1);
      next = new HeldUnopened(object, before, new Item(holder, entry, emptied, others));
    } while (!facts.replace(object, seen, next));
    return true;
  }

  /**
   * Notes that a cache gives up an object that is not open.
   *
   * @return false if another thread has opened it meanwhile
   */
  static boolean remove(ClassFacts facts, Object object, Owner holder) {
    Object seen;
    Object next;
    do {
      seen = facts.value(object);
      Resource before = ClassFacts.resourceIn(seen);
      if (before != null && !before.isOver() && before.refersTo(object)) {
        return false;
      }
      Item items = itemsOf(seen, object);
      if (items == null) {
        return true;
      }
      Item others = Item.without(items, holder, MOST);
      next = others == null ? before : new HeldUnopened(object, before, others);
    } while (!facts.replace(object, seen, next));
    return true;
  }

  private static @Nullable Item itemsOf(@Nullable Object seen, Object object) {
    return seen instanceof HeldUnopened held && held.refersTo(object) ? held.latest : null;
  }
}
