package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Records what caches take in and give up before it is opened, and who holds it once it is. Knows
 * objects by the field for their resource; others are forgotten.
 */
final class UnopenedHoldings {
  private final Tracked tracked;
  private final Holdings holdings;
  private final Drops drops;

  UnopenedHoldings(Tracked tracked, Holdings holdings, Drops drops) {
    this.tracked = tracked;
    this.holdings = holdings;
    this.drops = drops;
  }

  /** Whether the object of a resource is not open, and could be opened. */
  boolean areOf(@Nullable Resource resource, Object object) {
    return (resource == null || resource.isOver()) && tracked.resources.factsOf(object).hasField();
  }

  /**
   * A cache has taken in an object that is not open. What it had under the same name it has no
   * more.
   *
   * @return false if another thread has opened the object meanwhile
   */
  boolean held(
      ThreadState thread, Owner holder, Object object, @Nullable EntryName entry, boolean here) {
    if (!HeldUnopened.add(tracked.resources.factsOf(object), object, holder, entry)) {
      return false;
    }
    Resource overwritten = entry != null && entry.isUnique ? holder.entered(entry) : null;
    // Another thread may have opened the object already.
    if (overwritten != null && !overwritten.refersTo(object)) {
      drops.giveUp(thread, holder, overwritten, entry, here ? tracked.stackHere() : 0);
    }
    return true;
  }

  /**
   * A cache gives up an object.
   *
   * @return its resource; null if it was never opened
   */
  @Nullable Resource dropped(Owner holder, Object object) {
    Resource resource = tracked.resources.find(object);
    boolean mayBeNoted = ClassFacts.mayBeKnown(object.getClass()) && areOf(resource, object);
    return !mayBeNoted || HeldUnopened.remove(tracked.resources.factsOf(object), object, holder)
        ? resource
        : tracked.resources.find(object);
  }

  /** Before a resource is published: caches may have taken its object in. */
  void opening(ThreadState thread, Object object, Resource opening) {
    HeldUnopened held = thread.heldUnopened;
    if (held == null) {
      return;
    }
    // Left to the end, unless an error comes or this is a clone of the object that is held.
    thread.heldUnopened = null;
    if (held.refersTo(object)) {
      takeIn(thread, opening, held.latest);
      tracked.writeLink(thread, opening);
      thread.heldUnopened = held;
    }
  }

  /** The earliest first, since it belongs to the latest. */
  private void takeIn(ThreadState thread, Resource opening, HeldUnopened.Item latest) {
    if (latest.earlier != null) {
      takeIn(thread, opening, latest.earlier);
    }
    Owner holder = latest.holder;
    EntryName entry = latest.entry;
    if (holder.isOpen()
        && !latest.isEmptied()
        && (entry == null || !entry.isUnique || holder.enterIfFree(entry, opening))) {
      holder.add(opening);
      holdings.link(thread, holder, opening, entry);
    }
  }

  /** It was published. What caches did meanwhile, they could not do to it before. */
  void opened(ThreadState thread, Resource opened) {
    HeldUnopened held = thread.heldUnopened;
    if (held == null) {
      return;
    }
    thread.heldUnopened = null;
    for (HeldUnopened.Item item = held.latest; item != null; item = item.earlier) {
      EntryName entry = item.entry;
      if (item.isEmptied()) {
        drops.giveUp(thread, item.holder, opened, null, 0);
      } else if (entry != null && entry.isUnique && !item.holder.hasUnder(entry, opened)) {
        drops.giveUp(thread, item.holder, opened, entry, 0);
      }
    }
  }
}
