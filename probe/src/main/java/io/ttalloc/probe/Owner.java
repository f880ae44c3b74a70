package io.ttalloc.probe;

import io.ttalloc.ledger.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A resource that others may belong to.
 *
 * <p>Its slot outlives it while something that it owned is still there: a report must be able to
 * say whose it was and where that was closed. Whoever comes last, the owner or its last child,
 * frees the slot. Lock-free: children are counted in one word with a bit for the owner's own end,
 * after which there are no new ones.
 */
final class Owner extends Resource {
  private static final int GONE = 1 << 31;
  private static final VarHandle CHILDREN;
  private static final VarHandle MEMBERS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CHILDREN = lookup.findVarHandle(Owner.class, "children", int.class);
      MEMBERS = lookup.findVarHandle(Owner.class, "members", Set.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int children;

  /** Index of the rule that made it. */
  final int rule;

  private volatile int closedFrom;

  /** Only a hint: several threads may each bring the first. */
  private boolean hasOwned;

  /** Something that belonged to it was lost and keeps no slot. */
  private volatile boolean ownedLost;

  /** The next of those whose close has not closed all that they own; its closer's alone. */
  @Nullable Owner nextUnfreed;

  /** Whether it is one of those. */
  boolean unfreed;

  /** Whether its closer is at its children; owners may own each other. Its closer's alone. */
  boolean finishing;

  /** What it holds or, if closing it closes what it owns, owns; null if it never had any. */
  private volatile @Nullable Set<Resource> members;

  Owner(Object object, ReferenceQueue<Object> collected, Tally tally, int slot, int rule) {
    super(object, collected, tally, slot);
    this.rule = rule;
  }

  /** Counts a child; false if it is gone itself, and owns nothing more. */
  boolean adopt() {
    int seen = children;
    while ((seen & GONE) == 0) {
      if (CHILDREN.compareAndSet(this, seen, seen + 1)) {
        return true;
      }
      seen = children;
    }
    return false;
  }

  /** Whether it owns nothing more than it does. */
  boolean isGone() {
    return (children & GONE) != 0;
  }

  /** Whether it is the first child; more than one may be told so. */
  boolean isFirst() {
    boolean first = !hasOwned;
    hasOwned = true;
    return first;
  }

  boolean hasOwned() {
    return hasOwned;
  }

  void ownedLost() {
    ownedLost = true;
  }

  boolean hasOwnedLost() {
    return ownedLost;
  }

  /** Counts a child that is gone; true if the slot of this owner is now to be freed. */
  boolean childGone() {
    return (int) CHILDREN.getAndAdd(this, -1) - 1 == GONE;
  }

  /** Counts the end of this owner; true if nothing that it owned is left. Once. */
  boolean gone() {
    int seen = children;
    while ((seen & GONE) == 0) {
      if (CHILDREN.compareAndSet(this, seen, seen | GONE)) {
        return seen == 0;
      }
      seen = children;
    }
    return false;
  }

  void closedFrom(int stack) {
    closedFrom = stack;
  }

  @Override
  int closeStack() {
    return closedFrom;
  }

  @Override
  void settled(int closeStack) {
    settledInItsSlot();
  }

  void add(Resource member) {
    Set<Resource> all = members;
    if (all == null) {
      Set<Resource> fresh = ConcurrentHashMap.newKeySet(4);
      all = MEMBERS.compareAndSet(this, null, fresh) ? fresh : members;
    }
    if (all != null) {
      all.add(member);
    }
  }

  void remove(Resource member) {
    Set<Resource> all = members;
    if (all != null) {
      all.remove(member);
    }
  }

  /** All members; those that come or go meanwhile may be among them or not. */
  Resource[] members() {
    Set<Resource> all = members;
    return all == null ? new Resource[0] : all.toArray(new Resource[0]);
  }
}
