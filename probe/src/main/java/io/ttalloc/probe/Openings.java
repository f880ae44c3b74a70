package io.ttalloc.probe;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.Tally;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was opened.
 *
 * <p>Constructors chain, and each of them that a rule matches reports: the first to return opens
 * the resource with its stack, the outer ones only add what they know of its place.
 */
final class Openings {
  private final Tracked tracked;
  private final CloseCompletion completion;
  private final Updates updates;
  private final UnopenedHoldings unopened;

  Openings(
      Tracked tracked, CloseCompletion completion, Updates updates, UnopenedHoldings unopened) {
    this.tracked = tracked;
    this.completion = completion;
    this.updates = updates;
    this.unopened = unopened;
  }

  /** Whether a stack would be recorded if this object were opened now. */
  boolean wantsStack(Object object) {
    if (!tracked.capturesStacks || tracked.heap.holdsOff()) {
      return false;
    }
    ClassFacts facts = tracked.resources.factsOf(object);
    Resource known = tracked.resources.find(object, facts);
    return known == null ? !facts.isOnlyExcluded() : known.isClosed();
  }

  /** Records an opening, with the thread's {@link Placement} but for space and session. */
  void opened(
      ThreadState thread,
      Object object,
      ProbeType type,
      int rule,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      @Nullable Throwable here) {
    // These call the application, so they come before all that would have to be undone.
    thread.placement.space = tracked.textOf(space);
    thread.placement.session = tracked.textOf(session);
    String labelText = LabelledResource.labelOf(label);
    if (here == null && !ClassFacts.mayBeKnown(object.getClass()) && tracked.heap.holdsOff()) {
      tracked.ledger.dropped(Loss.NO_HEAP);
      return;
    }
    ClassFacts facts = tracked.resources.factsOf(object);
    if (facts.isExcluded(object, type, rule)) {
      return;
    }
    Resource known = tracked.resources.find(object, facts);
    if (known != null) {
      if (isPlacedAgain(thread, known, type, labelText)) {
        return;
      }
      if (known.isOpen() && known.isTaken()) {
        // By another thread that does the same, or updates it.
        updates.later(known, thread.placement.asUpdate(space, session));
        return;
      }
    }
    if (type.byConstructor && known != null) {
      // An inner constructor opened it, and it was closed since. No constructor opens it again.
      return;
    }
    open(thread, object, facts, type, rule, labelText, here);
  }

  /** Records what an outer constructor knows of a resource; false if it is not open. */
  private boolean isPlacedAgain(
      ThreadState thread, Resource known, ProbeType type, @Nullable String label) {
    if (!known.pinAlone()) {
      return false;
    }
    try {
      LabelledResource.keep(known, type, label);
      tracked.slots.setLabel(known.slot(), label, false, thread.batch);
      if (!thread.placement.isEmpty()) {
        replace(thread, known);
      }
    } finally {
      completion.unpinAlone(thread, known);
    }
    return true;
  }

  private void replace(ThreadState thread, Resource known) {
    Placement placement = thread.placement;
    int slot = known.slot();
    long bytesBefore = Placement.ownedBytes(tracked.slots, slot);
    placement.completeFrom(tracked.slots, slot);
    tracked.onDevices.prepare(placement);
    tracked.onDevices.withdrawn(slot);
    placement.writeTo(tracked.slots, slot);
    tracked.onDevices.opened(slot);
    countBytes(thread, known, Placement.ownedBytes(tracked.slots, slot) - bytesBefore);
  }

  private static void countBytes(ThreadState thread, Resource opened, long bytes) {
    if (bytes != 0) {
      opened.tally().openedBytes(thread.stripe, bytes);
    }
  }

  private void open(
      ThreadState thread,
      Object object,
      ClassFacts facts,
      ProbeType type,
      int rule,
      @Nullable String label,
      @Nullable Throwable here) {
    if (here == null && tracked.heap.holdsOff()) {
      tracked.ledger.dropped(Loss.NO_HEAP);
      return;
    }
    ClassFacts.UnderRule of = tracked.underRule(object, facts, type, rule);
    // The stack is committed before the slot that names it is published.
    Tally tally = of == null ? null : tracked.tally(of, here);
    int slot = tally == null ? 0 : tracked.slots.take(thread.batch);
    if (of == null || tally == null || slot == 0) {
      tracked.ledger.dropped(tracked.ledger.whyNot());
      return;
    }
    long now = tracked.ledger.now();
    Resource opened = null;
    boolean isFirst;
    try {
      tracked.slots.fill(slot, tally.id(), now, thread.name);
      opened = resource(object, facts, of.completed, tally, slot);
      LabelledResource.keep(opened, type, label);
      describe(thread, opened, slot, label);
      tracked.table.put(slot, opened);
      tracked.onDevices.prepare(thread.placement);
      isFirst = tracked.resources.put(thread, object, facts, opened);
      unopened.opening(thread, object, opened);
    } catch (Throwable e) {
      undo(thread, opened, slot);
      throw e;
    }
    if (!isFirst) {
      undo(thread, opened, slot);
      return;
    }
    tracked.heap.sufficedFor(tally.stackId() == 0 ? here : null);
    commit(thread, opened, slot);
    unopened.opened(thread, opened);
    committed(thread, object, type, rule, opened);
    addEvent(thread, tally, now);
  }

  /** Does what follows from an opening that is counted and published. */
  private void committed(
      ThreadState thread, Object object, ProbeType type, int rule, Resource opened) {
    if (object instanceof Keyed keyed) {
      thread.lastNumber = keyed;
      thread.ruleOfLastNumber = rule;
    }
    if (type.byConstructor && UnknownCloses.openedAfterAll(tracked, object)) {
      // By its own constructor, or on another thread while it was being opened.
      completion.close(thread, opened);
    }
  }

  private Resource resource(Object object, ClassFacts facts, int rule, Tally tally, int slot) {
    ProbeType type = tracked.rules.type(rule);
    if (type.mayOwn) {
      return new Owner(object, tracked.queue, tally, slot, rule);
    }
    if (type.isForgotten && !facts.hasField()) {
      return new ForgottenResource(object, tracked.queue, tally, slot);
    }
    return type.keepsLabels
        ? new LabelledResource(object, tracked.queue, tally, slot)
        : new Resource(object, tracked.queue, tally, slot);
  }

  /** Writes where it lies, its label, and to whom it belongs. */
  private void describe(ThreadState thread, Resource opened, int slot, @Nullable String label) {
    if (!thread.placement.isEmpty()) {
      thread.placement.writeTo(tracked.slots, slot);
    }
    tracked.slots.setLabel(slot, label, false, thread.batch);
    ScopeStack scopes = thread.scopes;
    Set<String> initialized =
        opened.tally().isInInitializer() && scopes.mayGiveAnOwner()
            ? StaticInitializers.calledOn(new Throwable().getStackTrace())
            : null;
    Owner owner = scopes.owner();
    if (owner != null
        && (initialized == null || scopes.ownerScopeIsIn(initialized, tracked.rules))) {
      boolean ignored = tracked.relink(thread, opened, null, owner, null);
      tracked.writeLink(thread, opened);
    }
    int infrastructure = scopes.infrastructure();
    if (infrastructure >= 0) {
      tracked.infrastructure(thread, opened, infrastructure);
    }
    scopes.constructions.opened(opened, scopes.owners(), initialized);
  }

  /** Gives back what an opening took of which nothing was counted yet. */
  private void undo(ThreadState thread, @Nullable Resource opened, int slot) {
    if (opened == null) {
      tracked.slots.giveBack(slot, thread.batch);
      return;
    }
    Link detached = tracked.detach(thread, opened);
    tracked.free(thread, opened, 0);
    // The object may have it in its field: no close of it is a second one.
    opened.disowned();
    tracked.forget(detached, opened);
  }

  /** Counts and publishes a resource that is fully written. Throws nothing. */
  private void commit(ThreadState thread, Resource opened, int slot) {
    opened.tally().opened(thread.stripe, thread.placement.isAlias());
    countBytes(thread, opened, thread.placement.ownedBytes());
    tracked.onDevices.opened(slot);
    tracked.slots.publish(slot);
    opened.opened();
  }

  /** Not from the slot, which may be another's by now. */
  private void addEvent(ThreadState thread, Tally tally, long now) {
    Placement placement = thread.placement;
    tracked.ledger.event(
        thread.stripe,
        RecordLayout.EVENT_OPEN,
        placement.countedSpace(),
        now,
        tally.id(),
        placement.device,
        placement.address,
        placement.bytes);
    if (tracked.flight.isOn()) {
      tracked.flight.opened(tally.id(), placement);
    }
  }
}
