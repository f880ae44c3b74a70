package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.Slots;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was closed, by whom, and what follows for its owner and its children.
 *
 * <p>A close has two ends: the slot is marked when it begins, since the memory may be given to
 * somebody else before it ends, and freed when it ends without having thrown.
 */
final class Closings {
  /** Close stacks are captured for the first closes of every opening stack, then now and then. */
  private static final int ALWAYS = 8;

  private static final int SAMPLE_MASK = 1023;

  private final Tracked tracked;
  private final Slots slots;

  Closings(Tracked tracked) {
    this.tracked = tracked;
    this.slots = tracked.slots;
  }

  /** Begins a close; null if it is none: nested, repeated, or of something unknown. */
  @Nullable Resource begin(Object object, int rule) {
    Resource resource = tracked.resources.find(object);
    if (resource == null) {
      tracked.ledger.unknownClose();
      if (tracked.rules.type(rule).byConstructor) {
        tracked.earlyCloses.add(object);
      }
      return null;
    }
    if (resource.leaveOpen(Resource.CLOSING)) {
      return resource;
    }
    if (resource.status() == Resource.CLOSED && !tracked.rules.type(rule).idempotent) {
      tracked.ledger.misuse(
          MisuseKind.DOUBLE_CLOSE,
          resource.tally.typeId(),
          resource.closeStack(),
          tracked.stackHere(),
          0);
    }
    return null;
  }

  /** Notes a close that has begun. */
  void begun(ThreadState thread, Resource resource) {
    slots.setState(resource.slot(), resource.generation(), LedgerLayout.STATE_CLOSING);
    if (!thread.closers.isEmpty()) {
      checkCloser(thread, resource);
    }
    if (resource instanceof Owner owner) {
      thread.closers.push(owner);
    }
  }

  /** Notes it if this close is another's doing than the owner's, and the owner lives on. */
  private void checkCloser(ThreadState thread, Resource resource) {
    Owner owner = tracked.ownerOf(resource);
    if (owner == null || !owner.isOpen()) {
      return;
    }
    Owner stranger = thread.closers.stranger(owner, tracked);
    if (stranger == null || thread.scopes.isIn(owner)) {
      return;
    }
    String detail =
        "it belongs to "
            + tracked.nameOf(owner)
            + ", which is open; it was closed by the close of "
            + tracked.nameOf(stranger);
    tracked.ledger.misuse(
        MisuseKind.CLOSED_BY_OTHER,
        resource.tally.typeId(),
        resource.tally.stackId(),
        tracked.stackHere(),
        tracked.ledger.text(detail));
  }

  /** Notes that a closed resource got a call that only an open one may get. */
  void used(Resource resource) {
    tracked.ledger.misuse(
        MisuseKind.USE_AFTER_CLOSE,
        resource.tally.typeId(),
        resource.closeStack(),
        tracked.stackHere(),
        0);
  }

  /** Ends a close that was begun. */
  void end(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    if (resource instanceof Owner owner) {
      thread.closers.pop(owner);
    }
    if (thrown == null) {
      close(thread, resource, thread.reclaimer || thread.scopes.reclaiming());
      return;
    }
    int slot = resource.slot();
    slots.addFlags(slot, LedgerLayout.FLAG_CLOSE_FAILED);
    slots.setState(slot, resource.generation(), LedgerLayout.STATE_OPEN);
    resource.tally.closeFailed(thread.stripe);
    tracked.ledger.misuse(
        MisuseKind.CLOSE_FAILED,
        resource.tally.typeId(),
        resource.tally.stackId(),
        tracked.stackHere(),
        tracked.ledger.text("it threw " + thrown.getClass().getName()));
    if (tracked.trace != null) {
      tracked.trace.happened(TraceEvent.Kind.CLOSE_FAILED, tracked, resource);
    }
    resource.closeFailed();
  }

  private void close(ThreadState thread, Resource resource, boolean reclaimed) {
    int slot = resource.slot();
    long now = tracked.ledger.now();
    long bytes = slots.bytes(slot);
    Owner asOwner = resource instanceof Owner o ? o : null;
    long before = resource.tally.closed(thread.stripe, now - slots.openedNanos(slot));
    if (reclaimed) {
      resource.tally.reclaimed(thread.stripe, bytes);
    }
    boolean counts = Openings.counts(slots.flags(slot), slots.space(slot));
    if (counts) {
      tracked.ledger.devices().closed(slots.device(slot), slots.space(slot), bytes);
    }
    tracked.ledger.event(
        thread.stripe,
        reclaimed ? LedgerLayout.EVENT_RECLAIMED : LedgerLayout.EVENT_CLOSE,
        counts ? slots.space(slot) : 0,
        now,
        resource.tally.id(),
        slots.device(slot),
        slots.address(slot),
        bytes);
    if (tracked.trace != null) {
      tracked.trace.happened(
          reclaimed ? TraceEvent.Kind.RECLAIMED : TraceEvent.Kind.CLOSED, tracked, resource);
    }
    int stack = 0;
    if (asOwner != null || before < ALWAYS || (before & SAMPLE_MASK) == 0) {
      stack = closeStack(resource);
    }
    Owner owner = tracked.ownerOf(resource);
    if (owner != null) {
      tracked.left(thread, owner, resource);
    }
    Owner holder = tracked.holderOf(resource);
    if (holder != null) {
      holder.remove(resource);
    }
    if (asOwner != null) {
      closeOwner(thread, asOwner, stack, now, reclaimed);
    } else {
      tracked.free(thread, resource, stack);
    }
  }

  /** The current stack; 0 if it cannot be had, since the slot must be freed all the same. */
  private int closeStack(Resource resource) {
    try {
      int stack = tracked.stackHere();
      tracked.ledger.closeSite(resource.tally, stack);
      return stack;
    } catch (OutOfMemoryError | StackOverflowError e) {
      Probe.failed(e);
      return 0;
    }
  }

  private void closeOwner(ThreadState thread, Owner owner, int stack, long now, boolean reclaimed) {
    int slot = owner.slot();
    if (tracked.rules.type(owner.rule).freesOwned) {
      for (Resource child : owner.takeAll()) {
        if (child.leaveOpen(Resource.CLOSING)) {
          close(thread, child, reclaimed);
        }
      }
    }
    slots.setClosing(slot, stack, thread.name, now, thread.batch);
    slots.setState(slot, owner.generation(), LedgerLayout.STATE_CLOSED_OWNER);
    if (owner.gone(stack)) {
      tracked.free(thread, owner, stack);
    }
  }

  /** Notes that the collector took an object. */
  void collected(ThreadState thread, Resource resource) {
    if (!resource.leaveOpen(Resource.COLLECTED)) {
      return;
    }
    int slot = resource.slot();
    slots.setState(slot, resource.generation(), LedgerLayout.STATE_COLLECTED);
    resource.tally.collected(thread.stripe);
    tracked.ledger.event(
        thread.stripe,
        LedgerLayout.EVENT_COLLECTED,
        Openings.counts(slots.flags(slot), slots.space(slot)) ? slots.space(slot) : 0,
        tracked.ledger.now(),
        resource.tally.id(),
        slots.device(slot),
        slots.address(slot),
        slots.bytes(slot));
    if (tracked.trace != null) {
      tracked.trace.happened(TraceEvent.Kind.COLLECTED, tracked, resource);
    }
    if (!(resource instanceof Owner)) {
      // Its slot stays, as lost; nobody can close it any more. An owner is still asked for.
      tracked.table.clear(slot);
    }
  }
}
