package io.ttalloc.probe;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was closed, by whom, and what follows for its owner and its children.
 *
 * <p>A close has two ends: the slot is marked when it begins, since the memory may be given to
 * somebody else before it ends, and freed when it ends without having thrown.
 */
final class Closings {
  /** The steps in which a close is settled: {@link ThreadState#step}. */
  private static final int COUNT = 0;

  private static final int DEVICE = 1;
  private static final int DETACH = 2;
  private static final int FREE = 3;

  /** Close stacks are captured for the first closes of every opening stack, then now and then. */
  private static final int ALWAYS = 8;

  private static final int SAMPLE_MASK = 1023;

  private final Tracked tracked;
  private final Slots slots;

  Closings(Tracked tracked) {
    this.tracked = tracked;
    this.slots = tracked.slots;
  }

  /**
   * Begins a close.
   *
   * @return the resource; {@link Late#TOKEN} if it is only being opened; null if this is no close:
   *     nested, repeated, or of something unknown
   */
  @Nullable Object begin(ThreadState thread, Object object, int rule) {
    Resource resource = tracked.resources.find(object);
    if (resource == null) {
      tracked.ledger.unknownClose();
      if (!tracked.rules.type(rule).byConstructor) {
        return null;
      }
      tracked.earlyCloses.add(object);
      // Whoever opens it writes the object's field first and then looks here: one sees the other.
      VarHandle.fullFence();
      resource = tracked.resources.find(object);
      if (resource == null || !tracked.earlyCloses.remove(object)) {
        // Whoever opens it finds it among the early closes.
        return null;
      }
      tracked.ledger.knownAfterAll();
    }
    do {
      if (resource.status() == Resource.OPENING) {
        return Late.TOKEN;
      }
      if (resource.beginClose(thread.number)) {
        begun(thread, resource);
        return resource;
      }
      // Opened meanwhile, or another close failed: nobody else closes it now.
    } while (resource.isOpen());
    if (resource.isClosed() && !tracked.rules.type(rule).idempotent) {
      misuse(MisuseKind.DOUBLE_CLOSE, resource, resource.closeStack(), 0);
    }
    return null;
  }

  /**
   * The resource whose close this thread has begun, if an error hid that; null if it has not.
   *
   * @param object that is closed
   */
  @Nullable Resource begunAfterAll(ThreadState thread, Object object) {
    Resource resource = tracked.resources.find(object);
    return resource != null && resource.isClosedBy(thread.number) ? resource : null;
  }

  private void begun(ThreadState thread, Resource resource) {
    slots.setState(resource.slot(), SlotLayout.STATE_CLOSING);
    if (!thread.closers.isEmpty()) {
      checkCloser(thread, resource);
    }
    if (resource instanceof Owner owner) {
      thread.closers.push(owner);
    }
  }

  /** Notes it if this close is another's doing than the owner's, and the owner lives on. */
  private void checkCloser(ThreadState thread, Resource resource) {
    Owner owner = Tracked.ownerOf(resource);
    if (owner == null || !owner.isOpen()) {
      return;
    }
    Owner stranger = thread.closers.stranger(owner);
    if (stranger == null || thread.scopes.isIn(owner)) {
      return;
    }
    String detail =
        "it belongs to "
            + tracked.nameOf(owner)
            + ", which is open; it was closed by the close of "
            + tracked.nameOf(stranger);
    misuse(
        MisuseKind.CLOSED_BY_OTHER,
        resource,
        resource.tally().stackId(),
        tracked.ledger.text(detail));
  }

  private void misuse(MisuseKind kind, Resource resource, int firstStack, int detail) {
    tracked.ledger.misuse(kind, resource.tally().typeId(), firstStack, tracked.stackHere(), detail);
  }

  /** Notes that a closed resource got a call that only an open one may get. */
  void used(Resource resource) {
    misuse(MisuseKind.USE_AFTER_CLOSE, resource, resource.closeStack(), 0);
  }

  /** Ends a close that this thread has begun; nothing if it has not, or has ended it already. */
  void end(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    if (!resource.isClosedBy(thread.number)) {
      return;
    }
    if (resource instanceof Owner owner) {
      thread.closers.pop(owner);
    }
    if (thrown != null) {
      fail(thread, resource, thrown);
      return;
    }
    boolean reclaimed = thread.reclaimer || thread.scopes.reclaiming();
    int stack = 0;
    try {
      stack = tell(thread, resource, reclaimed);
    } finally {
      finish(thread, resource, stack, reclaimed);
    }
  }

  /** The same after an error: what is left of it. */
  void endAfterAll(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    if (!resource.isClosedBy(thread.number)) {
      return;
    }
    if (thrown != null) {
      reopen(resource);
    } else {
      thread.healing = true;
      try {
        finish(thread, resource, 0, thread.reclaimer);
      } finally {
        thread.healing = false;
      }
    }
  }

  /** Ends a close that another thread has begun and handed over. */
  void endOther(ThreadState thread, Resource resource, @Nullable Throwable thrown) {
    if (resource.status() != Resource.CLOSING) {
      return;
    }
    if (thrown != null) {
      fail(thread, resource, thrown);
    } else {
      finish(thread, resource, 0, false);
    }
  }

  /** Records a close that could not be recorded when it happened. */
  void endLate(ThreadState thread, Resource resource) {
    if (resource.beginClose(thread.number)) {
      finish(thread, resource, 0, thread.reclaimer);
    }
  }

  private void fail(ThreadState thread, Resource resource, Throwable thrown) {
    try {
      slots.addFlags(resource.slot(), SlotLayout.FLAG_CLOSE_FAILED);
      resource.tally().closeFailed(thread.stripe);
      misuse(
          MisuseKind.CLOSE_FAILED,
          resource,
          resource.tally().stackId(),
          tracked.ledger.text("it threw " + thrown.getClass().getName()));
      if (tracked.trace != null) {
        tracked.trace.happened(TraceEvent.Kind.CLOSE_FAILED, tracked, resource);
      }
    } finally {
      reopen(resource);
    }
  }

  /** Takes back a close that this thread has begun, of which the application saw nothing. */
  void takeBack(ThreadState thread, Resource resource) {
    if (resource instanceof Owner owner) {
      thread.closers.pop(owner);
    }
    reopen(resource);
  }

  private void reopen(Resource resource) {
    slots.setState(resource.slot(), SlotLayout.STATE_OPEN);
    resource.closeFailed();
  }

  /** Tells of a close what can be missing, and gives the id of its stack, 0 = not captured. */
  private int tell(ThreadState thread, Resource resource, boolean reclaimed) {
    int slot = resource.slot();
    Tally tally = resource.tally();
    boolean counts = Openings.counts(slots.flags(slot), slots.space(slot));
    long now = tracked.ledger.now();
    tally.lived(thread.stripe, now - slots.openedNanos(slot));
    tracked.ledger.event(
        thread.stripe,
        reclaimed ? RecordLayout.EVENT_RECLAIMED : RecordLayout.EVENT_CLOSE,
        counts ? slots.space(slot) : 0,
        now,
        tally.id(),
        slots.device(slot),
        slots.address(slot),
        slots.bytes(slot));
    if (tracked.trace != null) {
      tracked.trace.happened(
          reclaimed ? TraceEvent.Kind.RECLAIMED : TraceEvent.Kind.CLOSED, tracked, resource);
    }
    long before = tally.closedCount(thread.stripe);
    if (resource instanceof Owner || before < ALWAYS || (before & SAMPLE_MASK) == 0) {
      int stack = tracked.stackHere();
      tracked.ledger.closeSite(tally, stack);
      return stack;
    }
    return 0;
  }

  private void finish(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    try {
      if (resource instanceof Owner owner) {
        owner.finishing = true;
        try {
          finishOwned(thread, owner, stack, reclaimed);
        } catch (Throwable e) {
          noteUnfreed(thread, owner);
          throw e;
        } finally {
          owner.finishing = false;
        }
      }
    } finally {
      endAndSettle(thread, resource, stack, reclaimed);
    }
  }

  private void endAndSettle(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    if (!resource.isEnding()) {
      return;
    }
    if (resource.isPinned()) {
      // Another thread is changing what is recorded of it, and may settle it when it has done so.
      // From then on the slot may be another's.
      slots.vacate(resource.slot());
    }
    if (resource.endClose()) {
      settle(thread, resource, stack, reclaimed);
    }
  }

  private void finishOwned(ThreadState thread, Owner owner, int stack, boolean reclaimed) {
    owner.closedFrom(stack);
    try {
      slots.setClosing(owner.slot(), stack, thread.name, tracked.ledger.now(), thread.batch);
    } finally {
      if (tracked.rules.type(owner.rule).freesOwned) {
        closeOwned(thread, owner, reclaimed);
      }
    }
  }

  private void closeOwned(ThreadState thread, Owner owner, boolean reclaimed) {
    for (Resource child : owner.members()) {
      if (Tracked.ownerOf(child) == owner
          && (child.beginClose(thread.number) || isCutOff(thread, child))) {
        try {
          tell(thread, child, reclaimed);
        } finally {
          finish(thread, child, 0, reclaimed);
        }
      }
    }
  }

  /** What its close has not closed is closed by a later hook of this thread. */
  private void noteUnfreed(ThreadState thread, Owner owner) {
    if (!owner.unfreed && tracked.rules.type(owner.rule).freesOwned) {
      owner.nextUnfreed = thread.unfreed;
      owner.unfreed = true;
      thread.unfreed = owner;
    }
  }

  /** Whether an error came between the begin and the end of a close that this thread made here. */
  private static boolean isCutOff(ThreadState thread, Resource child) {
    return thread.healing
        && child.isClosedBy(thread.number)
        && !(child instanceof Owner owner && owner.finishing);
  }

  /** Closes what owners left open whose own close was cut off in the midst of that. */
  void closeUnfreed(ThreadState thread) {
    Owner owner = thread.unfreed;
    while (owner != null) {
      thread.unfreed = owner.nextUnfreed;
      owner.unfreed = false;
      thread.healing = true;
      try {
        closeOwned(thread, owner, false);
      } catch (Throwable e) {
        noteUnfreed(thread, owner);
        throw e;
      } finally {
        thread.healing = false;
      }
      owner = thread.unfreed;
    }
  }

  /** Ends a pin, and with it what another thread has left to the last one. */
  void unpin(ThreadState thread, Resource resource) {
    closeIfTooLate(thread, resource);
    if (resource.unpin()) {
      if (resource.status() == Resource.COLLECTED) {
        thread.step = COUNT;
        tracked.lost.settle(thread, resource);
      } else {
        settle(thread, resource, 0, false);
      }
    }
  }

  /**
   * Records what follows from a close. An error in one step must not keep the others from being
   * taken: it is taken again, once.
   */
  private void settle(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    thread.step = COUNT;
    try {
      settleFromStep(thread, resource, stack, reclaimed);
    } catch (Throwable e) {
      settleFromStep(thread, resource, stack, reclaimed);
      throw e;
    }
  }

  @SuppressWarnings("fallthrough")
  private void settleFromStep(ThreadState thread, Resource resource, int stack, boolean reclaimed) {
    int slot = resource.slot();
    switch (thread.step) {
      case COUNT:
        resource.tally().closed(thread.stripe);
        if (reclaimed) {
          resource.tally().reclaimed(thread.stripe, slots.bytes(slot));
        }
        thread.step = DEVICE;
      // fall through
      case DEVICE:
        if (Openings.counts(slots.flags(slot), slots.space(slot))) {
          tracked.ledger.devices().closed(slots.device(slot), slots.space(slot), slots.bytes(slot));
        }
        thread.step = DETACH;
      // fall through
      case DETACH:
        tracked.detach(thread, resource);
        thread.step = FREE;
      // fall through
      default:
        free(thread, resource, stack);
    }
  }

  private void free(ThreadState thread, Resource resource, int stack) {
    if (resource.status() == Resource.SETTLED) {
      return;
    }
    if (!(resource instanceof Owner owner)) {
      tracked.free(thread, resource, stack);
      return;
    }
    slots.setState(owner.slot(), SlotLayout.STATE_CLOSED_OWNER);
    owner.settledInItsSlot();
    if (owner.gone()) {
      tracked.free(thread, owner, stack);
    } else if (tracked.rules.type(owner.rule).freesOwned) {
      // What came to it since its children were closed, and saw that it was not gone yet.
      closeOwned(thread, owner, false);
    }
  }

  /** Closes what came to an owner that closes what it owns when that had been done. */
  void closeIfTooLate(ThreadState thread, Resource resource) {
    Owner owner = Tracked.ownerOf(resource);
    if (owner != null
        && owner.isGone()
        && tracked.rules.type(owner.rule).freesOwned
        && resource.beginClose(thread.number)) {
      finish(thread, resource, 0, false);
    }
  }

  /** Notes that the collector took an object. An error is answered by a second try. */
  void collected(ThreadState thread, Resource resource) {
    thread.step = COUNT;
    try {
      collectedOnce(thread, resource);
    } catch (Throwable e) {
      if (resource.status() == Resource.COLLECTED) {
        tracked.lost.settle(thread, resource);
      } else {
        collectedOnce(thread, resource);
      }
      throw e;
    }
  }

  private void collectedOnce(ThreadState thread, Resource resource) {
    int before = resource.collect();
    if (before == Resource.OPEN) {
      tracked.lost.settle(thread, resource);
    } else if (before == Resource.CLOSING) {
      // An error hid the end of its close; whoever has no object cannot close it any more.
      settle(thread, resource, 0, false);
    }
  }
}
