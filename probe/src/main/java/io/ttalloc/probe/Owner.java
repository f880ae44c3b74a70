package io.ttalloc.probe;

import io.ttalloc.ledger.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;

/**
 * A resource that others may belong to.
 *
 * <p>Its slot outlives its close while something that it owned is still there: a report must be
 * able to say whose it was and where that was closed. Whoever comes last, the owner or its last
 * child, frees the slot.
 */
final class Owner extends Resource {
  private static final int GONE = 1 << 31;
  private static final VarHandle CHILDREN;

  static {
    try {
      CHILDREN = MethodHandles.lookup().findVarHandle(Owner.class, "children", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // read and written by CHILDREN
  private volatile int children;

  /** Index of the rule that made it. */
  final int rule;

  private volatile int closedFrom;

  /** Only a hint: several threads may each bring the first. */
  private boolean hasOwned;

  private boolean freed;

  /** What it holds or, if closing it closes what it owns, owns; guarded by this. */
  private @Nullable HashSet<Resource> members;

  Owner(
      Object object,
      ReferenceQueue<Object> collected,
      Tally tally,
      int slot,
      int generation,
      int rule) {
    super(object, collected, tally, slot, generation);
    this.rule = rule;
  }

  /** Counts a child; true if it is the first ever. */
  boolean childOpened() {
    int ignored = (int) CHILDREN.getAndAdd(this, 1);
    boolean first = !hasOwned;
    hasOwned = true;
    return first;
  }

  /** Counts a child that is gone; true if the slot of this closed owner is now to be freed. */
  boolean childGone() {
    return (int) CHILDREN.getAndAdd(this, -1) - 1 == GONE;
  }

  /** Counts the close of this owner; true if nothing that it owned is left. */
  boolean gone(int closeStack) {
    closedFrom = closeStack;
    return (int) CHILDREN.getAndAdd(this, GONE) == 0;
  }

  int closedFrom() {
    return closedFrom;
  }

  /** True for the one caller that may free the slot. */
  synchronized boolean mayFree() {
    boolean first = !freed;
    freed = true;
    return first;
  }

  synchronized void add(Resource member) {
    if (members == null) {
      members = new HashSet<>();
    }
    members.add(member);
  }

  synchronized void remove(Resource member) {
    if (members != null) {
      members.remove(member);
    }
  }

  /** Takes all members out. */
  synchronized Resource[] takeAll() {
    if (members == null) {
      return new Resource[0];
    }
    Resource[] all = members.toArray(new Resource[0]);
    members = null;
    return all;
  }
}
