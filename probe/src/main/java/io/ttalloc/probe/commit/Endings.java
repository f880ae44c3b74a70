package io.ttalloc.probe.commit;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Link;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.rule.ProbeRules;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Commits the ends of resources: counts a resource as closed or collected, unlinks it from its
 * owner, and frees its slot. No method throws or allocates.
 *
 * <p>Of the resources that were collected before they were closed, the first of each tally keep
 * their slots as examples. For the others, the tally keeps only their number and total size,
 * because a program may lose any number of resources and the ledger must not grow with them. A
 * collected owner keeps no slot at all if it only owned other resources and all of these were
 * closed.
 */
public final class Endings {
  /** The maximum number of lost resources of one tally that keep their slots. */
  public static final int EXAMPLES = 256;

  /**
   * The maximum number of lost resources that keep their slots, over all tallies. This is the only
   * limit for resources with an address or a device, because a memory map shows them.
   */
  static final int EXAMPLES_IN_ALL = 1 << 16;

  private static final int PLACED = SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE;

  private final LedgerWriter ledger;
  private final Slots slots;
  private final ProbeRules rules;
  private final Resources resources;
  private final OnDevices onDevices;
  private final History history;
  private final AtomicInteger kept = new AtomicInteger();

  public Endings(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      OnDevices onDevices,
      History history) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.rules = rules;
    this.resources = resources;
    this.onDevices = onDevices;
    this.history = history;
  }

  /**
   * Whether the resource is infrastructure, which is a part of something else and reclaimed with
   * it.
   */
  private boolean isPart(Resource resource) {
    return (slots.flags(resource.slot()) & SlotLayout.FLAG_INFRASTRUCTURE) != 0;
  }

  /**
   * A close has ended.
   *
   * @return false if the resource still owns other resources; its slot is then freed only when they
   *     have ended
   */
  boolean closed(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    Tally tally = resource.tally();
    tally.closed(thread.stripe);
    long bytes = slots.bytes(resource.slot());
    if (reclaimed && (bytes > 0 || !isPart(resource))) {
      tally.reclaimed(thread.stripe, bytes);
    }
    onDevices.closed(resource.slot());
    Link detached = detach(resource);
    boolean gone = true;
    if (resource instanceof Owner owner) {
      slots.setState(owner.slot(), SlotLayout.STATE_CLOSED_OWNER);
      owner.settledInItsSlot();
      gone = owner.gone();
    }
    if (gone) {
      free(thread, resource, stack);
    }
    resources.forget(resource);
    leaveMembers(detached, resource);
    childGone(thread, Link.ownerOf(detached));
    return gone;
  }

  /** An open resource was garbage-collected. */
  void collected(ThreadState thread, Resource resource) {
    slots.setState(resource.slot(), SlotLayout.STATE_COLLECTED);
    resource.tally().collected(thread.stripe);
    history.ended(thread, RecordLayout.EVENT_COLLECTED, resource, ledger.now());
    if (!(resource instanceof Owner owner)) {
      childGone(thread, keepOrFold(thread, resource));
    } else if (owner.gone()) {
      childGone(thread, endCollected(thread, owner));
    }
  }

  /**
   * An owner was collected, and nothing that it owned is left.
   *
   * @return the owner of the collected owner if it now has one child fewer; otherwise null
   */
  private @Nullable Owner endCollected(ThreadState thread, Owner owner) {
    int flags = rules.type(owner.rule).flags;
    boolean holdsOnly = (flags & RecordLayout.TYPE_HOLDER) != 0;
    boolean ownsOnly = (flags & RecordLayout.TYPE_HAS_BYTES) == 0 && owner.hasOwned();
    if (holdsOnly || (ownsOnly && !owner.hasOwnedLost())) {
      owner.tally().hollow();
      return detachAndFree(thread, owner);
    }
    return keepOrFold(thread, owner);
  }

  /**
   * Keeps the slot of a collected resource as an example, or folds it: adds the resource and its
   * bytes to the counters of its tally, and frees the slot.
   *
   * @return the owner of the resource if it now has one child fewer; otherwise null
   */
  private @Nullable Owner keepOrFold(ThreadState thread, Resource resource) {
    int slot = resource.slot();
    int flags = slots.flags(slot);
    Tally tally = resource.tally();
    if (isKept(tally, flags)) {
      // The resource keeps its slot, but nothing can close it any more.
      resources.table.clear(slot);
      return null;
    }
    long bytes = (flags & SlotLayout.FLAG_ALIAS) != 0 ? 0 : slots.bytes(slot);
    Owner owner = resource.owner();
    if (owner != null) {
      owner.ownedLost();
    }
    tally.folded(bytes);
    return detachAndFree(thread, resource);
  }

  private boolean isKept(Tally tally, int flags) {
    long lost = tally.collectedCount();
    boolean few = lost <= EXAMPLES || (flags & PLACED) != 0;
    if (lost <= 1) {
      return true;
    }
    return few && kept.get() < EXAMPLES_IN_ALL && kept.incrementAndGet() <= EXAMPLES_IN_ALL;
  }

  /** Undoes an opening that was not committed. */
  public void notOpened(ThreadState thread, Resource resource) {
    childGone(thread, detachAndFree(thread, resource));
    // The object's field may still refer to this resource. A later close of the object must not
    // count as a second close.
    resource.disowned();
  }

  /**
   * Decrements the child count of an owner. If no child is left and the owner itself has ended,
   * frees the owner, which in turn may have been the last child of its own owner. Not recursive:
   * the chain of owners may be deeper than the stack.
   *
   * @param parent null if there is none
   */
  void childGone(ThreadState thread, @Nullable Owner parent) {
    Owner owner = parent;
    while (owner != null && owner.childGone()) {
      if (owner.status() == Resource.COLLECTED) {
        owner = endCollected(thread, owner);
      } else {
        free(thread, owner, 0);
        owner = null;
      }
    }
  }

  /**
   * Detaches a resource and frees its slot. Returns the owner, which now has one child fewer; null
   * if the resource has no owner.
   */
  private @Nullable Owner detachAndFree(ThreadState thread, Resource resource) {
    Link detached = detach(resource);
    free(thread, resource, 0);
    leaveMembers(detached, resource);
    return Link.ownerOf(detached);
  }

  /** Unlinks a resource that is no longer open from its owner and from the caches that hold it. */
  private static @Nullable Link detach(Resource resource) {
    Link link = resource.link();
    return link != null && resource.unlink(link) ? link : null;
  }

  private static void leaveMembers(@Nullable Link detached, Resource resource) {
    if (detached != null) {
      for (Link.Holding held = detached.holding; held != null; held = held.earlier) {
        held.leave(resource);
      }
      if (detached.owner != null) {
        detached.owner.remove(resource);
      }
    }
  }

  private void free(ThreadState thread, Resource resource, int closeStack) {
    int slot = resource.slot();
    resources.table.clear(slot);
    resource.settled(closeStack);
    slots.free(slot, thread.batch);
  }
}
