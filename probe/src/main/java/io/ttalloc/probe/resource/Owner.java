package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A resource to which other resources may belong.
 *
 * <p>Its slot is kept after its close while something that it owned is still open: a report must be
 * able to name the owner and the place where it was closed. Whichever ends last, the owner or its
 * last child, frees the slot. Lock-free: children are counted in one word, together with a bit that
 * is set when the owner has ended; an owner that has ended gets no new children.
 */
public final class Owner extends Resource {
  private static final int GONE = 1 << 31;
  private static final Resource[] NONE = {};
  private static final VarHandle CHILDREN;
  private static final VarHandle MEMBERS;
  private static final VarHandle ENTRIES;
  private static final VarHandle EMPTIED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CHILDREN = lookup.findVarHandle(Owner.class, "children", int.class);
      MEMBERS = lookup.findVarHandle(Owner.class, "members", Object.class);
      ENTRIES = lookup.findVarHandle(Owner.class, "entries", ConcurrentHashMap.class);
      EMPTIED = lookup.findVarHandle(Owner.class, "emptied", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int children;

  /** The index of the rule that opened this owner. */
  public final int rule;

  private volatile int closedFrom;

  /** The number of times everything was removed from this cache. */
  private volatile int emptied;

  /** Whether this owner ever had a child. Not exact: several threads may each add the first one. */
  private boolean hasOwned;

  /** Whether any resource of this owner was lost and has no slot. */
  private volatile boolean ownedLost;

  /** The next owner in the list of those that the closing thread closes together. */
  public @Nullable Owner nextTogether;

  /**
   * Whether this owner is being closed, alone or together with others: owners may own each other.
   * Only the closing thread uses this field, except that another thread may read a stale value when
   * one cache passes resources on to another.
   */
  public boolean finishing;

  /**
   * The resources that this owner holds as a cache and, if closing it closes what it owns, the
   * resources that it owns: null, a single resource, or a set. Most owners have only one member at
   * a time, such as the result of a statement, and a set takes 250 bytes.
   */
  private volatile @Nullable Object members;

  private @Nullable String label;

  /**
   * The resources that this cache holds, by unique name; null if it never held any under such a
   * name.
   */
  private volatile @Nullable ConcurrentHashMap<EntryName, Resource> entries;

  public Owner(Object object, ReferenceQueue<Object> collected, Tally tally, int slot, int rule) {
    super(object, collected, tally, slot);
    this.rule = rule;
  }

  /** Counts a new child; false if the owner is gone and cannot get new children. */
  public boolean adopt() {
    int seen = children;
    while ((seen & GONE) == 0) {
      if (CHILDREN.compareAndSet(this, seen, seen + 1)) {
        return true;
      }
      seen = children;
    }
    return false;
  }

  /** Whether any children are left. */
  public boolean hasChildren() {
    return (children & ~GONE) != 0;
  }

  /** Whether this owner has ended and cannot get new children. */
  public boolean isGone() {
    return (children & GONE) != 0;
  }

  /**
   * Whether the child that was just counted is the first. In a race, this may be true for several
   * children.
   */
  public boolean isFirst() {
    boolean first = !hasOwned;
    hasOwned = true;
    return first;
  }

  public boolean hasOwned() {
    return hasOwned;
  }

  public void ownedLost() {
    ownedLost = true;
  }

  public boolean hasOwnedLost() {
    return ownedLost;
  }

  /** Decrements the number of children; true if the slot of this owner must now be freed. */
  public boolean childGone() {
    return (int) CHILDREN.getAndAdd(this, -1) - 1 == GONE;
  }

  /**
   * Marks this owner as ended. The first call returns true if no children are left; later ones
   * return false.
   */
  public boolean gone() {
    int seen = children;
    while ((seen & GONE) == 0) {
      if (CHILDREN.compareAndSet(this, seen, seen | GONE)) {
        return seen == 0;
      }
      seen = children;
    }
    return false;
  }

  public void closedFrom(int stack) {
    closedFrom = stack;
  }

  @Override
  public int closeStack() {
    return closedFrom;
  }

  @Override
  public void settled(int closeStack) {
    settledInItsSlot();
  }

  @Override
  public @Nullable String labelKept() {
    return label;
  }

  @Override
  public void keepLabel(String now, boolean again) {
    label = label == null || again ? now : label;
  }

  public void add(Resource member) {
    Object seen = members;
    while (seen != member) {
      if (seen instanceof Set) {
        asSet(seen).add(member);
        return;
      }
      if (MEMBERS.compareAndSet(this, seen, seen == null ? member : setOf(seen, member))) {
        return;
      }
      seen = members;
    }
  }

  private static Set<Resource> setOf(Object first, Resource second) {
    Set<Resource> all = ConcurrentHashMap.newKeySet(4);
    all.add((Resource) first);
    all.add(second);
    return all;
  }

  @SuppressWarnings("unchecked") // The field holds no other sets.
  private static Set<Resource> asSet(Object members) {
    return (Set<Resource>) members;
  }

  public void remove(Resource member) {
    Object seen = members;
    while (seen == member && !MEMBERS.compareAndSet(this, member, null)) {
      seen = members;
    }
    if (seen instanceof Set) {
      try {
        asSet(seen).remove(member);
      } catch (OutOfMemoryError e) {
        // Restructuring a bin of the hash table may allocate. A surplus member is harmless.
      }
    }
  }

  /** Adds a resource under a name; returns the other resource that had the name before, if any. */
  public @Nullable Resource enter(EntryName name, Resource member) {
    ConcurrentHashMap<EntryName, Resource> all = entriesToAdd();
    Resource before = all == null ? null : all.put(name, member);
    return before == member ? null : before;
  }

  /**
   * Undoes {@link #enter}, unless another resource has taken the name meanwhile. Allocates nothing.
   */
  public void giveBackEntry(EntryName name, Resource member, @Nullable Resource before) {
    ConcurrentHashMap<EntryName, Resource> all = entries;
    if (all != null && before != null) {
      boolean unused = all.replace(name, member, before);
    } else if (all != null) {
      boolean unused = all.remove(name, member);
    }
  }

  /** Like {@link #enter}, but returns false if another open resource has the name. */
  public boolean enterIfFree(EntryName name, Resource member) {
    ConcurrentHashMap<EntryName, Resource> all = entriesToAdd();
    Resource before = all == null ? null : all.putIfAbsent(name, member);
    while (all != null && before != null && before != member) {
      if (before.isOpen()) {
        return false;
      }
      before = all.replace(name, before, member) ? null : all.putIfAbsent(name, member);
    }
    return true;
  }

  private @Nullable ConcurrentHashMap<EntryName, Resource> entriesToAdd() {
    ConcurrentHashMap<EntryName, Resource> all = entries;
    if (all == null) {
      ConcurrentHashMap<EntryName, Resource> fresh = new ConcurrentHashMap<>(4);
      all = ENTRIES.compareAndSet(this, null, fresh) ? fresh : entries;
    }
    return all;
  }

  /** The open resource that this cache holds under a name; null if there is none. */
  public @Nullable Resource entered(EntryName name) {
    ConcurrentHashMap<EntryName, Resource> all = entries;
    Resource entered = all == null ? null : all.get(name);
    return entered != null && entered.isOpen() ? entered : null;
  }

  /** Whether a name belongs to a resource. */
  public boolean hasUnder(EntryName name, Resource member) {
    ConcurrentHashMap<EntryName, Resource> all = entries;
    return all != null && all.get(name) == member;
  }

  public int timesEmptied() {
    return emptied;
  }

  /**
   * Records that everything was removed from this cache, including objects that are not open yet.
   */
  public void empty() {
    int unused = (int) EMPTIED.getAndAdd(this, 1);
  }

  /** Removes the name of a resource, unless another one has taken the name meanwhile. */
  public void leaveEntry(EntryName name, Resource member) {
    ConcurrentHashMap<EntryName, Resource> all = entries;
    if (all != null) {
      try {
        boolean unused = all.remove(name, member);
      } catch (OutOfMemoryError e) {
        // The name stays, which is harmless: a lookup checks whether the resource is open.
      }
    }
  }

  /** All members. Members that are added or removed concurrently may or may not be included. */
  public Resource[] members() {
    Object all = members;
    if (all == null || (all instanceof Set && asSet(all).isEmpty())) {
      return NONE;
    }
    return all instanceof Set ? asSet(all).toArray(NONE) : new Resource[] {(Resource) all};
  }
}
