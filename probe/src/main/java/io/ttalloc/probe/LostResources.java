package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records the resources that the collector took before they were closed.
 *
 * <p>The first of each tally keep their slots, as examples. Of the others only their number and
 * bytes are kept, in the tally: a program may lose them without end, and the ledger must not grow
 * with them. What merely owned others, all of which were closed, needs no slot at all.
 */
final class LostResources {
  /** How many of one tally keep their slots. */
  static final int EXAMPLES = 256;

  /**
   * How many do in all; of those that lie at a place, which a memory map shows, as many as that.
   */
  static final int EXAMPLES_IN_ALL = 1 << 16;

  private static final int PLACED = SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE;

  private final Tracked tracked;
  private final AtomicInteger kept = new AtomicInteger();

  LostResources(Tracked tracked) {
    this.tracked = tracked;
  }

  /** Records what was collected while it was open. */
  void settle(ThreadState thread, Resource resource) {
    tracked.slots.setState(resource.slot(), SlotLayout.STATE_COLLECTED);
    resource.tally().collected(thread.stripe);
    tracked.event(thread, RecordLayout.EVENT_COLLECTED, resource, tracked.ledger.now());
    if (!(resource instanceof Owner owner)) {
      keepOrFold(thread, resource);
    } else if (owner.gone()) {
      settleEmpty(thread, owner);
    }
  }

  /** Records an owner that was collected and of which nothing that it owned is left. */
  void settleEmpty(ThreadState thread, Owner owner) {
    int flags = tracked.rules.type(owner.rule).flags;
    boolean holdsOnly = (flags & RecordLayout.TYPE_HOLDER) != 0;
    boolean ownsOnly = (flags & RecordLayout.TYPE_HAS_BYTES) == 0 && owner.hasOwned();
    if (holdsOnly || (ownsOnly && !owner.hasOwnedLost())) {
      owner.tally().hollow();
      free(thread, owner);
    } else {
      keepOrFold(thread, owner);
    }
  }

  private void keepOrFold(ThreadState thread, Resource resource) {
    Slots slots = tracked.slots;
    int slot = resource.slot();
    int flags = slots.flags(slot);
    Tally tally = resource.tally();
    if (isKept(tally, flags)) {
      // It keeps its slot, but nobody can close it any more.
      tracked.table.clear(slot);
      return;
    }
    long bytes = (flags & SlotLayout.FLAG_ALIAS) != 0 ? 0 : slots.bytes(slot);
    Owner owner = Tracked.ownerOf(resource);
    if (owner != null) {
      owner.ownedLost();
    }
    tally.folded(bytes);
    free(thread, resource);
  }

  private void free(ThreadState thread, Resource resource) {
    Link detached = tracked.detach(thread, resource);
    tracked.free(thread, resource, 0);
    tracked.forget(detached, resource);
  }

  private boolean isKept(Tally tally, int flags) {
    long lost = tally.collectedCount();
    boolean few = lost <= EXAMPLES || (flags & PLACED) != 0;
    if (lost <= 1) {
      return true;
    }
    return few && kept.get() < EXAMPLES_IN_ALL && kept.incrementAndGet() <= EXAMPLES_IN_ALL;
  }
}
