package io.ttalloc.probe.open;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.slots.Label;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.commit.OnDevices;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.ApplicationText;
import io.ttalloc.probe.resource.ClassFacts;
import io.ttalloc.probe.resource.LabelledResource;
import io.ttalloc.probe.resource.Placement;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.ResourceState;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.resource.TraceContext;
import io.ttalloc.probe.rule.ProbeRules;
import org.jspecify.annotations.Nullable;

/**
 * Records that an open resource has a new size, place or label. Thread-safe.
 *
 * <p>The place of a resource takes several words, and so do the totals in which it is counted. One
 * thread at a time changes them, protected by {@link ResourceState#pinAlone}. If another thread is
 * already changing the resource, or is still opening it, the update is added to {@link
 * DeferredEvents}, and one of the two threads records it.
 *
 * <p><b>Totals.</b> Bytes that a resource gains count as opened. Bytes that it loses are no longer
 * open, but remain in the total of bytes ever opened, which never falls. If a resource moves to
 * another space or device, it counts as closed in the old one and as opened in the new one. The
 * history has no event for an update. Instead, if the resource is counted on a device, the history
 * gets a close with the old values and an opening with the new ones, so that it shows what was open
 * at any time.
 */
public final class Updates {
  private final LedgerWriter ledger;
  private final Slots slots;
  private final ProbeRules rules;
  private final Resources resources;
  private final OnDevices onDevices;
  private final History history;
  private final CloseCompletion completion;
  private final DeferredEvents deferred;

  public Updates(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      OnDevices onDevices,
      History history,
      CloseCompletion completion,
      DeferredEvents deferred) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.rules = rules;
    this.resources = resources;
    this.onDevices = onDevices;
    this.history = history;
    this.completion = completion;
    this.deferred = deferred;
  }

  /** Whether an update of an object would be recorded now. */
  public boolean areDue(Object object) {
    Resource known = resources.find(object);
    return known != null && isPending(known);
  }

  /**
   * Records an update of a resource that is open or being opened; ignores updates of other objects.
   * The caller has set the numbers of the new place in the thread's {@link Placement}; this method
   * adds the space, session and label.
   */
  public void updated(
      ThreadState thread,
      Object object,
      int rule,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label) {
    ClassFacts facts = resources.factsOf(object);
    Resource known = resources.find(object, facts);
    if (known == null || facts.isExcluded(object, rules.type(rule), rule)) {
      return;
    }
    Placement now = thread.placement;
    // These calls run application code, so they come before the resource is pinned.
    now.space = ApplicationText.idOf(space, ledger);
    now.session = ApplicationText.idOf(session, ledger);
    String name = LabelledResource.labelOf(label);
    now.label = name == null || name.isEmpty() ? null : Label.shortened(name);
    if (!change(thread, known, now) && isPending(known)) {
      Placement later = now.copy();
      later.label = now.label;
      later(known, later);
    }
  }

  /**
   * Defers an update, to be recorded by the thread that has pinned the resource or by any later
   * hook.
   */
  void later(Resource known, Placement update) {
    if (!deferred.add(new DeferredEvents.Change(known, update))) {
      ledger.dropped(Loss.HOOK_ERROR);
    }
  }

  /**
   * Records a deferred update.
   *
   * @return false if the update has to stay deferred
   */
  public boolean updatedLate(ThreadState thread, Resource known, Placement update) {
    return change(thread, known, update) || !isPending(known);
  }

  /** Whether a resource can be changed, now or later. */
  private static boolean isPending(Resource known) {
    return known.status() <= Resource.OPEN;
  }

  private boolean change(ThreadState thread, Resource known, Placement now) {
    if (!known.pinAlone()) {
      return false;
    }
    try {
      int slot = known.slot();
      String label = now.label;
      if (label != null) {
        known.keepLabel(label, true);
        String before = slots.extensions().label(slot);
        String whole = TraceContext.joined(label, TraceContext.in(before));
        if (whole != null && !whole.equals(before)) {
          slots.extensions().setLabel(slot, whole, true, thread.batch);
        }
      }
      now.completeFrom(slots, slot);
      if (!now.isThatOf(slots, slot)) {
        move(thread, known, now);
      }
    } finally {
      completion.unpinAlone(thread, known);
    }
    return true;
  }

  private void move(ThreadState thread, Resource known, Placement now) {
    int slot = known.slot();
    Placement before = new Placement();
    before.completeFrom(slots, slot);
    int spaceBefore = onDevices.spaceOf(slot);
    boolean stays =
        spaceBefore != 0 && now.countedSpace() == spaceBefore && now.device == before.device;
    onDevices.prepare(now);
    if (stays) {
      now.writeTo(slots, slot);
      onDevices.resized(slot, before.bytes);
    } else {
      onDevices.closed(slot);
      now.writeTo(slots, slot);
      onDevices.opened(slot);
    }
    long gained = now.ownedBytes() - before.ownedBytes();
    if (gained > 0) {
      known.tally().openedBytes(thread.stripe, gained);
    }
    long nanos = ledger.now();
    Tally tally = known.tally();
    if (spaceBefore != 0) {
      history.changed(thread, RecordLayout.EVENT_CLOSE, spaceBefore, tally, before, nanos);
    }
    int spaceNow = onDevices.spaceOf(slot);
    if (spaceNow != 0) {
      history.changed(thread, RecordLayout.EVENT_OPEN, spaceNow, tally, now, nanos);
    }
  }
}
