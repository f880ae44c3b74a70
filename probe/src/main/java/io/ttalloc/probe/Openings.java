package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was opened.
 *
 * <p>Constructors chain, and each of them that a rule matches reports: the first to return opens
 * the resource with its stack, the outer ones only add what they know of its place.
 */
final class Openings {
  /**
   * What a larger size counts as ("unlimited" is often the largest number): 8 PiB, so that sums
   * stay in their range, and numbers in that of JSON. A negative one counts as 0.
   */
  private static final long MAX_BYTES = 1L << 53;

  /** The steps in which an opening is committed: {@link ThreadState#step}. */
  private static final int COUNT = 0;

  private static final int DEVICE = 1;
  private static final int PUBLISH = 2;

  private final Tracked tracked;
  private final Closings closings;

  Openings(Tracked tracked, Closings closings) {
    this.tracked = tracked;
    this.closings = closings;
  }

  /** Whether a stack would be recorded if this object were opened now. */
  boolean wantsStack(Object object) {
    if (!tracked.capturesStacks) {
      return false;
    }
    Resource known = tracked.resources.find(object);
    return known == null || known.isClosed();
  }

  void opened(
      ThreadState thread,
      Object object,
      int rule,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      int flags,
      @Nullable Object label,
      @Nullable Throwable here) {
    ProbeRules.Type type = tracked.rules.type(rule);
    if (extent == Hooks.UNKNOWN_PLACE) {
      flags |= type.slotFlags & ~(SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE);
      extent = 0;
      address = 0;
      device = 0;
    } else {
      flags |= type.slotFlags;
    }
    bytes = Math.max(0, Math.min(bytes, MAX_BYTES));
    // What calls the application stands before all that must be undone when it fails.
    int spaceText = tracked.textOf(space);
    int sessionText = tracked.textOf(session);
    String labelText = label == null ? null : Tracked.asText(label);
    ClassFacts facts = tracked.resources.factsOf(object);
    Resource known = tracked.resources.find(object, facts);
    if (known != null && known.pin()) {
      try {
        tracked.slots.setLabel(known.slot(), labelText, thread.batch);
        if (replace(known, bytes, extent, address, device, spaceText, sessionText, flags)
            && tracked.trace != null) {
          tracked.trace.happened(TraceEvent.Kind.PLACED, tracked, known);
        }
      } finally {
        closings.unpin(thread, known);
      }
      return;
    }
    if (type.byConstructor && tracked.earlyCloses.remove(object)) {
      tracked.ledger.knownAfterAll();
      return;
    }
    Tally tally = tallyOf(facts, type, rule, here);
    int slot = tally == null ? 0 : tracked.slots.take(thread.batch);
    if (tally == null || slot == 0) {
      tracked.ledger.dropped(tracked.ledger.whyNot());
      return;
    }
    Resource opened = null;
    try {
      tracked.slots.fill(slot, tally.id(), tracked.ledger.now(), thread.name);
      opened =
          type.mayOwn
              ? new Owner(object, tracked.queue, tally, slot, rule)
              : new Resource(object, tracked.queue, tally, slot);
      if (flags != 0 || bytes != 0 || spaceText != 0 || sessionText != 0) {
        tracked.slots.setRegion(
            slot, bytes, perBank(extent), address, device, spaceText, sessionText, flags);
      }
      tracked.slots.setLabel(slot, labelText, thread.batch);
      attribute(thread, opened);
      tracked.table.put(slot, opened);
      tracked.resources.put(object, facts, opened);
    } catch (Throwable e) {
      undo(thread, opened, slot);
      throw e;
    }
    commit(thread, opened, slot);
    if (type.byConstructor && tracked.earlyCloses.remove(object)) {
      // Closed on another thread while it was being opened.
      tracked.ledger.knownAfterAll();
      closings.endLate(thread, opened);
    }
    tracked.ledger.event(
        thread.stripe,
        RecordLayout.EVENT_OPEN,
        counts(flags, spaceText) ? spaceText : 0,
        tracked.slots.openedNanos(slot),
        tally.id(),
        device,
        address,
        bytes);
    if (tracked.trace != null) {
      tracked.trace.opened(tracked, opened, type, facts.className(), here);
    }
  }

  /**
   * Counts and publishes a resource of which all is written. An error in one step must not keep the
   * others from being taken: it is taken again, once.
   */
  private void commit(ThreadState thread, Resource opened, int slot) {
    thread.step = COUNT;
    try {
      commitFromStep(thread, opened, slot);
    } catch (Throwable e) {
      commitFromStep(thread, opened, slot);
      throw e;
    }
  }

  @SuppressWarnings("fallthrough")
  private void commitFromStep(ThreadState thread, Resource opened, int slot) {
    Slots slots = tracked.slots;
    switch (thread.step) {
      case COUNT:
        boolean alias = (slots.flags(slot) & SlotLayout.FLAG_ALIAS) != 0;
        opened.tally().opened(thread.stripe, alias);
        thread.step = DEVICE;
      // fall through
      case DEVICE:
        countOnDevice(slot);
        thread.step = PUBLISH;
      // fall through
      default:
        slots.publish(slot);
        opened.opened();
    }
  }

  /** The tally to count an opening in; null if the ledger cannot grow. */
  private @Nullable Tally tallyOf(
      ClassFacts facts, ProbeRules.Type type, int rule, @Nullable Throwable here) {
    ClassFacts.UnderRule of = facts.underRule(rule);
    if (of == null) {
      int typeId = tracked.ledger.type(type.name, facts.className(), type.flags, type.release);
      if (typeId == 0) {
        return null;
      }
      of = facts.add(rule, typeId);
    }
    // The stack is committed before the slot that names it is published.
    return tracked.tally(of, here);
  }

  /** Undoes an opening of which nothing was counted yet. */
  private void undo(ThreadState thread, @Nullable Resource opened, int slot) {
    if (opened == null) {
      tracked.slots.giveBack(slot, thread.batch);
      return;
    }
    tracked.detach(thread, opened);
    tracked.free(thread, opened, 0);
  }

  /** Writes what an outer constructor knows better; false if it knows nothing. */
  private boolean replace(
      Resource known,
      long bytes,
      long extent,
      long address,
      int device,
      int space,
      int session,
      int flags) {
    if (flags == 0 && bytes == 0 && space == 0 && session == 0) {
      return false;
    }
    int slot = known.slot();
    Slots slots = tracked.slots;
    // What its rule does not say is 0 here, and stays what the inner one said.
    int before = slots.flags(slot);
    boolean placed = (flags & SlotLayout.FLAG_HAS_DEVICE) != 0;
    boolean addressed = (flags & SlotLayout.FLAG_HAS_ADDRESS) != 0;
    long nowBytes = bytes != 0 ? bytes : slots.bytes(slot);
    int nowExtent = extent > 0 ? perBank(extent) : slots.extent(slot);
    long nowAddress = addressed ? address : slots.address(slot);
    int nowDevice = placed ? device : slots.device(slot);
    int nowSpace = space != 0 ? space : slots.space(slot);
    int nowSession = session != 0 ? session : slots.session(slot);
    discount(slot);
    try {
      slots.setRegion(
          slot, nowBytes, nowExtent, nowAddress, nowDevice, nowSpace, nowSession, flags | before);
    } catch (Throwable e) {
      // Half of it may be written.
      slots.setRegion(
          slot, nowBytes, nowExtent, nowAddress, nowDevice, nowSpace, nowSession, flags | before);
      throw e;
    } finally {
      countOnDevice(slot);
    }
    return true;
  }

  private void discount(int slot) {
    Slots slots = tracked.slots;
    if (counts(slots.flags(slot), slots.space(slot))) {
      tracked.ledger.devices().closed(slots.device(slot), slots.space(slot), slots.bytes(slot));
    }
  }

  private void countOnDevice(int slot) {
    Slots slots = tracked.slots;
    if (counts(slots.flags(slot), slots.space(slot))) {
      tracked.ledger.devices().opened(slots.device(slot), slots.space(slot), slots.bytes(slot));
    }
  }

  private static int perBank(long extent) {
    return extent <= 0 ? 0 : (int) Math.min(extent, 0xFFFF_FFFFL);
  }

  /**
   * Whether a resource counts in the totals of its device: it must lie in a space of it and own its
   * memory.
   */
  static boolean counts(int flags, int space) {
    int owning = SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_ALIAS;
    return space != 0 && (flags & owning) == SlotLayout.FLAG_HAS_DEVICE;
  }

  private void attribute(ThreadState thread, Resource opened) {
    ScopeStack scopes = thread.scopes;
    Owner owner = scopes.owner();
    if (owner != null) {
      boolean ignored = tracked.relink(thread, opened, null, owner, null);
      tracked.writeLink(thread, opened);
    }
    int infrastructure = scopes.infrastructure();
    if (infrastructure >= 0) {
      tracked.infrastructure(thread, opened, infrastructure);
    }
    scopes.constructions.opened(opened, scopes.owners());
  }
}
