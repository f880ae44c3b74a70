package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;

/**
 * Completes closes, whoever made them: what a resource owns is closed with it, its close is counted
 * and its slot freed.
 *
 * <p>A thread that is changing what is recorded of a resource has pinned it. The last of closer and
 * pins settles the close.
 */
final class CloseCompletion {
  /**
   * Close stacks are captured for the first closes of every opening stack, then now and then, and
   * where something is left that belongs to what is closed: it may stay open.
   */
  private static final int ALWAYS = 8;

  private static final int SAMPLE_MASK = 1023;

  private final Tracked tracked;
  private final Slots slots;
  private final OwnedCloses owned;

  CloseCompletion(Tracked tracked) {
    this.tracked = tracked;
    this.slots = tracked.slots;
    this.owned = new OwnedCloses(tracked, this);
  }

  OwnedCloses owned() {
    return owned;
  }

  /** Closes a resource, if it is open, without a call of the application's that could be seen. */
  void close(ThreadState thread, Resource resource) {
    if (resource.beginClose(thread.number)) {
      finish(thread, resource, 0, thread.reclaimer);
    }
  }

  /**
   * Records of a close what the ledger can do without: lifetime, event, and perhaps the stack.
   * Throws nothing.
   *
   * @return the id of the stack; 0 if it was not captured
   */
  int describe(ThreadState thread, Resource resource, boolean reclaimed) {
    return describe(thread, resource, reclaimed, true);
  }

  /**
   * Records the same of a resource that something else owns from now on. Where that happens is no
   * example of how the others are to be closed.
   */
  int describeDisowned(ThreadState thread, Resource resource) {
    if (resource instanceof Owner) {
      slots.addFlags(resource.slot(), SlotLayout.FLAG_DISOWNED);
    }
    return describe(thread, resource, false, false);
  }

  private int describe(
      ThreadState thread, Resource resource, boolean reclaimed, boolean isExample) {
    Tally tally = resource.tally();
    try {
      long now = tracked.ledger.now();
      tally.lived(thread.stripe, now - slots.openedNanos(resource.slot()));
      tracked.event(
          thread,
          reclaimed ? RecordLayout.EVENT_RECLAIMED : RecordLayout.EVENT_CLOSE,
          resource,
          now);
      long before = tally.closedCount(thread.stripe);
      boolean ofOwner = resource instanceof Owner owner && owner.hasChildren();
      if (ofOwner || before < ALWAYS || (before & SAMPLE_MASK) == 0) {
        int stack = tracked.stackHere();
        if (isExample) {
          tracked.ledger.closeSite(tally, stack);
        }
        return stack;
      }
    } catch (Throwable e) {
      tracked.errors.failed(e);
    }
    return 0;
  }

  /** Ends a close that has begun. Throws nothing. */
  void finish(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    if (resource instanceof Owner owner) {
      owned.close(thread, owner, stack, reclaimed);
    }
    if (resource.isPinned()) {
      // The last pin may settle it at any moment, and from then on the slot may be another's.
      slots.vacate(resource.slot());
    }
    if (resource.endClose()) {
      settle(thread, resource, stack, reclaimed);
    }
  }

  /** Ends a pin, and does what closer or collector have left to the last one. */
  void unpin(ThreadState thread, Resource resource) {
    owned.closeIfTooLate(thread, resource);
    if (resource.unpin()) {
      settleLast(thread, resource);
    }
  }

  /** The same for {@link ResourceState#pinAlone}. */
  void unpinAlone(ThreadState thread, Resource resource) {
    owned.closeIfTooLate(thread, resource);
    if (resource.unpinAlone()) {
      settleLast(thread, resource);
    }
  }

  private void settleLast(ThreadState thread, Resource resource) {
    if (resource.status() == Resource.COLLECTED) {
      owned.leaveToOthers(thread, resource);
      tracked.lost.settle(thread, resource);
    } else {
      settle(thread, resource, 0, false);
    }
  }

  /** Records what follows from a close that has ended. Throws nothing. */
  void settle(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    Tally tally = resource.tally();
    tally.closed(thread.stripe);
    if (reclaimed) {
      tally.reclaimed(thread.stripe, slots.bytes(resource.slot()));
    }
    tracked.onDevices.closed(resource.slot());
    Link detached = tracked.detach(thread, resource);
    free(thread, resource, stack);
    tracked.forget(detached, resource);
  }

  private void free(ThreadState thread, Resource resource, int stack) {
    if (!(resource instanceof Owner owner)) {
      tracked.free(thread, resource, stack);
      tracked.resources.forget(resource);
      return;
    }
    slots.setState(owner.slot(), SlotLayout.STATE_CLOSED_OWNER);
    owner.settledInItsSlot();
    if (owner.gone()) {
      tracked.free(thread, owner, stack);
    } else {
      // What it got since its children were closed saw that it was not gone yet.
      owned.closeChildren(thread, owner, false);
    }
  }
}
