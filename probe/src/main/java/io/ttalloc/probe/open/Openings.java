package io.ttalloc.probe.open;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.close.UnknownCloses;
import io.ttalloc.probe.commit.CloseCompletion;
import io.ttalloc.probe.commit.Endings;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.commit.Links;
import io.ttalloc.probe.commit.OnDevices;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.ScopeStack;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.own.EarlyHoldings;
import io.ttalloc.probe.own.Scopes;
import io.ttalloc.probe.resource.ApplicationText;
import io.ttalloc.probe.resource.ClassFacts;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.LabelledResource;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Placement;
import io.ttalloc.probe.resource.RecordedTypes;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.resource.TraceContext;
import io.ttalloc.probe.resource.WeakIdentityMap;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probe.stack.StackCapture;
import io.ttalloc.probe.stack.StackInspection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was opened.
 *
 * <p>Constructors chain, and each constructor that a rule matches calls a hook. The call from the
 * innermost of these constructors opens the resource with the current stack; the calls from the
 * outer ones only add attributes.
 *
 * <p>A new opening is recorded in four steps: find its tally, fill a slot that readers do not see
 * yet, put the {@link Resource} into the object's field, and commit, that is, count the opening and
 * publish the slot.
 */
public final class Openings {
  private final LedgerWriter ledger;
  private final Slots slots;
  private final ProbeRules rules;
  private final Resources resources;
  private final RecordedTypes types;
  private final StackCapture stacks;
  private final FullHeap heap;
  private final OnDevices onDevices;
  private final Links links;
  private final Endings endings;
  private final History history;
  private final CloseCompletion completion;
  private final Updates updates;
  private final EarlyHoldings early;
  private final UnknownCloses unknown;
  private final Scopes scopes;

  public Openings(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      RecordedTypes types,
      StackCapture stacks,
      FullHeap heap,
      OnDevices onDevices,
      Links links,
      Endings endings,
      History history,
      CloseCompletion completion,
      Updates updates,
      EarlyHoldings early,
      UnknownCloses unknown,
      Scopes scopes) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.rules = rules;
    this.resources = resources;
    this.types = types;
    this.stacks = stacks;
    this.heap = heap;
    this.onDevices = onDevices;
    this.links = links;
    this.endings = endings;
    this.history = history;
    this.completion = completion;
    this.updates = updates;
    this.early = early;
    this.unknown = unknown;
    this.scopes = scopes;
  }

  /** Whether a stack would be recorded if this object were opened now. */
  public boolean wantsStack(Object object) {
    if (!stacks.captures || heap.holdsOff()) {
      return false;
    }
    ClassFacts facts = resources.factsOf(object);
    Resource known = resources.find(object, facts);
    return known == null ? !facts.isOnlyExcluded() : known.isClosed();
  }

  /**
   * Records an opening. The caller has set the numbers of the thread's {@link Placement}; this
   * method adds the space and the session.
   */
  public void opened(
      ThreadState thread,
      Object object,
      ProbeType type,
      int rule,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      @Nullable Throwable here) {
    // These calls run application code, so they come before anything that would have to be undone.
    thread.placement.space = space == null ? 0 : ApplicationText.idOf(space, ledger);
    thread.placement.session = session == null ? 0 : ApplicationText.idOf(session, ledger);
    String labelText = label == null ? null : LabelledResource.labelOf(label);
    if (here == null && !ClassFacts.mayBeKnown(object.getClass()) && heap.holdsOff()) {
      ledger.dropped(Loss.NO_HEAP);
      return;
    }
    ClassFacts facts = resources.factsOf(object);
    if (facts.isExcluded(object, type, rule)) {
      return;
    }
    Resource known = resources.find(object, facts);
    if (known != null) {
      if (addToOpen(thread, known, type, labelText)) {
        return;
      }
      if (known.isOpen() && known.isTaken()) {
        // Another thread has pinned the resource to record an outer constructor or an update.
        updates.later(known, thread.placement.copy());
        return;
      }
    }
    if (type.byConstructor && known != null) {
      // An inner constructor opened the object, and it has been closed since. An outer constructor
      // does not open it again.
      return;
    }
    // Runs application code as well.
    thread.placement.context = TraceContext.now();
    open(thread, object, facts, type, rule, labelText, here);
  }

  /**
   * Records the attributes that were read after an outer constructor; returns false if the resource
   * cannot be pinned.
   */
  private boolean addToOpen(
      ThreadState thread, Resource known, ProbeType type, @Nullable String label) {
    if (!known.pinAlone()) {
      return false;
    }
    try {
      LabelledResource.keep(known, type, label);
      addLabel(thread, known.slot(), label);
      if (!thread.placement.isEmpty()) {
        replace(thread, known);
      }
    } finally {
      completion.unpinAlone(thread, known);
    }
    return true;
  }

  /**
   * Writes a label unless the slot already has one. If an inner constructor has written only a
   * trace context, the label is put in front of the context.
   */
  private void addLabel(ThreadState thread, int slot, @Nullable String label) {
    String before = label == null ? null : slots.extensions().label(slot);
    boolean alone = before != null && before.equals(TraceContext.in(before));
    slots
        .extensions()
        .setLabel(slot, alone ? TraceContext.joined(label, before) : label, alone, thread.batch);
  }

  private void replace(ThreadState thread, Resource known) {
    Placement placement = thread.placement;
    int slot = known.slot();
    long bytesBefore = Placement.ownedBytes(slots, slot);
    placement.completeFrom(slots, slot);
    onDevices.prepare(placement);
    onDevices.withdrawn(slot);
    placement.writeTo(slots, slot);
    onDevices.opened(slot);
    countBytes(thread, known, Placement.ownedBytes(slots, slot) - bytesBefore);
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
    if (here == null && heap.holdsOff()) {
      ledger.dropped(Loss.NO_HEAP);
      return;
    }
    ClassFacts.UnderRule of = types.of(object, facts, type, rule);
    // The stack is committed before the slot that refers to it is published.
    Tally tally = of == null ? null : stacks.tally(of, here);
    int slot = tally == null ? 0 : slots.take(thread.batch);
    if (of == null || tally == null || slot == 0) {
      ledger.dropped(ledger.whyNot());
      return;
    }
    long now = ledger.now();
    Resource opened = null;
    Object before;
    try {
      slots.fill(slot, tally.id(), now, thread.name);
      opened = resource(object, facts, of.completed, tally, slot);
      describe(thread, opened, type, label);
      resources.table.put(slot, opened);
      onDevices.prepare(thread.placement);
      before = resources.put(object, facts, opened);
      early.opening(thread, object, opened, before);
    } catch (Throwable e) {
      undo(thread, opened, slot);
      throw e;
    }
    if (before == ClassFacts.OPEN) {
      // Meanwhile another thread has opened the same object, and records the opening.
      undo(thread, opened, slot);
      return;
    }
    heap.sufficedFor(tally.stackId() == 0 ? here : null);
    commit(thread, opened, slot);
    afterCommit(thread, object, type, rule, opened);
    early.opened(thread, object, opened, before);
    history.opened(thread, opened, tally, thread.placement, now);
  }

  /** Performs the steps that remain after the opening was counted and published. */
  private void afterCommit(
      ThreadState thread, Object object, ProbeType type, int rule, Resource opened) {
    if (object instanceof Keyed keyed) {
      thread.lastNumber = keyed;
      thread.ruleOfLastNumber = rule;
    }
    if (type.byConstructor && unknown.openedAfterAll(object)) {
      // The object was closed by its own constructor, or by another thread during the opening.
      completion.close(thread, opened);
    }
  }

  private Resource resource(Object object, ClassFacts facts, int rule, Tally tally, int slot) {
    ProbeType type = rules.type(rule);
    if (type.mayOwn) {
      return new Owner(object, resources.queue, tally, slot, rule);
    }
    if (type.isForgotten && !facts.hasField()) {
      return new WeakIdentityMap.Forgotten(object, resources.queue, tally, slot);
    }
    return type.keepsLabels
        ? new LabelledResource(object, resources.queue, tally, slot)
        : new Resource(object, resources.queue, tally, slot);
  }

  /** Writes the resource's place, label and owner to its slot. */
  private void describe(
      ThreadState thread, Resource opened, ProbeType type, @Nullable String label) {
    if (!thread.placement.isEmpty()) {
      thread.placement.writeTo(slots, opened.slot());
    }
    LabelledResource.keep(opened, type, label);
    String whole = TraceContext.joined(label, thread.placement.context);
    if (whole != null) {
      slots.extensions().setLabel(opened.slot(), whole, false, thread.batch);
    }
    ScopeStack stack = thread.scopes;
    if (!stack.mayGiveAnOwner()) {
      return;
    }
    Set<String> initialized =
        opened.tally().isInInitializer()
            ? StackInspection.calledByInitializer(new Throwable().getStackTrace())
            : null;
    Owner owner = stack.owner();
    if (owner != null && (initialized == null || stack.ownerScopeIsIn(initialized, rules))) {
      boolean unused = links.change(thread, opened, null, owner, null);
      links.write(thread, opened);
    }
    int infrastructure = stack.infrastructure();
    if (infrastructure >= 0) {
      scopes.markInfrastructure(thread, opened, infrastructure);
    }
    stack.constructions.opened(opened, stack.owners(), initialized);
  }

  /**
   * Releases the slot of a failed opening, which has not been counted yet, and unlinks its
   * resource.
   */
  private void undo(ThreadState thread, @Nullable Resource opened, int slot) {
    if (opened == null) {
      slots.giveBack(slot, thread.batch);
      return;
    }
    endings.notOpened(thread, opened);
  }

  /** Counts and publishes a resource that is fully written. Throws nothing. */
  private void commit(ThreadState thread, Resource opened, int slot) {
    opened.tally().opened(thread.stripe, thread.placement.isAlias());
    countBytes(thread, opened, thread.placement.ownedBytes());
    onDevices.opened(slot);
    slots.publish(slot);
    opened.opened();
  }
}
