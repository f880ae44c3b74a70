package io.ttalloc.probe;

import io.ttalloc.ledger.Slots;

/**
 * Closes what an owner has with the owner itself, for owners whose rule says that their close does
 * so without a call that could be seen.
 */
final class OwnedCloses {
  private final Tracked tracked;
  private final Slots slots;
  private final CloseCompletion completion;
  private final Drops drops;

  OwnedCloses(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.slots = tracked.slots;
    this.completion = completion;
    this.drops = new Drops(tracked, completion);
  }

  /** The close of an owner has ended: closes its children, and records where for those left. */
  void close(ThreadState thread, Owner owner, int stack, boolean reclaimed) {
    boolean withOthers = owner.finishing;
    owner.finishing = true;
    owner.closedFrom(stack);
    if (owner.hasChildren()) {
      slots.setClosing(owner.slot(), stack, thread.name, tracked.ledger.now(), thread.batch);
    }
    closeChildren(thread, owner, reclaimed);
    leaveToOthers(thread, owner);
    owner.finishing = withOthers;
  }

  /**
   * Closes the open children of an owner if its rule says so, and theirs. Those that are owners
   * themselves end together, when no more begin: what several of them hold then goes neither to the
   * one nor to the other, whatever their order.
   */
  void closeChildren(ThreadState thread, Owner owner, boolean reclaimed) {
    if (!tracked.rules.freesOwned(owner)) {
      return;
    }
    if (thread.lastTogether != null) {
      // It ends with others itself. What came to it since they began ends with them as well.
      boolean ignored = beginChildren(thread, owner, reclaimed);
      return;
    }
    boolean finishing = owner.finishing;
    owner.finishing = true;
    thread.lastTogether = owner;
    while (beginChildren(thread, owner, reclaimed)) {
      leaveToOthersThatStay(thread, owner);
    }
    for (Owner each = owner.nextTogether; each != null; each = each.nextTogether) {
      end(thread, each, reclaimed);
    }
    thread.lastTogether = null;
    Owner each = owner;
    while (each != null) {
      Owner next = each.nextTogether;
      each.nextTogether = null;
      each.finishing = false;
      each = next;
    }
    owner.finishing = finishing;
  }

  /**
   * Closes the open children of an owner and of those linked behind it; of children that are
   * owners, which it links as well, only begins the close.
   *
   * @return whether any was open
   */
  private boolean beginChildren(ThreadState thread, Owner first, boolean reclaimed) {
    boolean any = false;
    for (Owner owner = first; owner != null; owner = owner.nextTogether) {
      if (!tracked.rules.freesOwned(owner)) {
        continue;
      }
      for (Resource child : drops.membersOf(owner)) {
        if (Tracked.ownerOf(child) == owner && child.beginClose(thread.number)) {
          any = true;
          if (child instanceof Owner also) {
            endLater(thread, also);
          } else {
            end(thread, child, reclaimed);
          }
        }
      }
    }
    return any;
  }

  private static void endLater(ThreadState thread, Owner owner) {
    Owner last = thread.lastTogether;
    if (last != null) {
      last.nextTogether = owner;
      thread.lastTogether = owner;
      owner.finishing = true;
    }
  }

  private void leaveToOthersThatStay(ThreadState thread, Owner first) {
    for (Owner each = first; each != null; each = each.nextTogether) {
      if (!tracked.rules.freesOwned(each)) {
        leaveToOthers(thread, each);
      }
    }
  }

  private void end(ThreadState thread, Resource child, boolean reclaimed) {
    if (child.isEnding()) {
      // Else the collector took its object meanwhile.
      int ignored = completion.describe(thread, child, reclaimed);
      completion.finish(thread, child, 0, reclaimed);
    }
  }

  /** Leaves what a cache held that is closed or lost to the other caches that hold it. */
  void leaveToOthers(ThreadState thread, Resource gone) {
    if (gone instanceof Owner holder) {
      drops.leaveToOthers(thread, holder);
    }
  }

  /** Closes a resource that came to such an owner after the owner's children had been closed. */
  void closeIfTooLate(ThreadState thread, Resource resource) {
    Owner owner = Tracked.ownerOf(resource);
    if (owner != null
        && owner.isGone()
        // One that the collector took closes nothing.
        && owner.isClosed()
        // It comes from a cache that this thread closes with the owner.
        && !(owner.finishing && owner.isClosedBy(thread.number))
        && tracked.rules.freesOwned(owner)
        && resource.beginClose(thread.number)) {
      completion.finish(thread, resource, 0, false);
    }
  }
}
