package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Tally;
import org.jspecify.annotations.Nullable;

/**
 * Records that a resource was opened.
 *
 * <p>Constructors chain, and each of them that a rule matches reports: the first to return opens
 * the resource with its stack, the outer ones only add what they know of its place.
 */
final class Openings {
  private final Tracked tracked;

  Openings(Tracked tracked) {
    this.tracked = tracked;
  }

  /** Whether a stack would be recorded if this object were opened now. */
  boolean wantsStack(Object object) {
    if (!tracked.capturesStacks) {
      return false;
    }
    Resource known = tracked.resources.find(object);
    return known == null || known.status() != Resource.OPEN;
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
    ClassFacts facts = tracked.resources.factsOf(object);
    Resource known = tracked.resources.find(object, facts);
    boolean isNew = known == null || known.status() != Resource.OPEN;
    Resource resource = isNew ? open(thread, object, facts, type, rule, flags, here) : known;
    if (resource == null) {
      tracked.ledger.dropped();
      return;
    }
    int slot = resource.slot();
    if (type.slotFlags != 0 || flags != 0 || bytes != 0 || space != null || session != null) {
      flags |= type.slotFlags;
      place(slot, isNew, bytes, extent, address, device, space, session, flags);
    }
    if (label != null && isNew) {
      tracked.slots.setLabel(slot, String.valueOf(label), thread.batch);
    }
    if (isNew) {
      attribute(thread, resource);
      tracked.slots.setState(slot, resource.generation(), LedgerLayout.STATE_OPEN);
      tracked.ledger.event(
          thread.stripe,
          LedgerLayout.EVENT_OPEN,
          counts(tracked.slots.flags(slot), tracked.slots.space(slot))
              ? tracked.slots.space(slot)
              : 0,
          tracked.slots.openedNanos(slot),
          resource.tally.id(),
          device,
          address,
          bytes);
    }
  }

  private @Nullable Resource open(
      ThreadState thread,
      Object object,
      ClassFacts facts,
      ProbeRules.Type type,
      int rule,
      int flags,
      @Nullable Throwable here) {
    ClassFacts.UnderRule of = facts.underRule(rule);
    if (of == null) {
      int typeId = tracked.ledger.type(type.name, facts.className(), type.flags);
      if (typeId == 0) {
        return null;
      }
      of = facts.add(rule, typeId);
    }
    // The stack is committed before the slot that names it is published.
    Tally tally = tracked.tally(of, here);
    if (tally == null) {
      return null;
    }
    int slot = tracked.slots.take(thread.batch);
    if (slot == 0) {
      return null;
    }
    int generation = tracked.slots.fill(slot, tally.id(), tracked.ledger.now(), thread.name);
    Resource resource =
        type.mayOwn
            ? new Owner(object, tracked.queue, tally, slot, generation, rule)
            : new Resource(object, tracked.queue, tally, slot, generation);
    tracked.table.put(slot, resource);
    tracked.resources.put(object, facts, resource);
    tally.opened(thread.stripe, (flags & LedgerLayout.FLAG_ALIAS) != 0);
    return resource;
  }

  private void place(
      int slot,
      boolean isNew,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      int flags) {
    int spaceId = tracked.textOf(space);
    boolean counted = counts(flags, spaceId);
    if (!isNew && counts(tracked.slots.flags(slot), tracked.slots.space(slot))) {
      tracked
          .ledger
          .devices()
          .closed(tracked.slots.device(slot), tracked.slots.space(slot), tracked.slots.bytes(slot));
    }
    int perBank = extent <= 0 ? 0 : (int) Math.min(extent, 0xFFFF_FFFFL);
    tracked.slots.place(
        slot, bytes, perBank, address, device, spaceId, tracked.textOf(session), flags);
    if (counted) {
      tracked.ledger.devices().opened(device, spaceId, bytes);
    }
  }

  /**
   * Whether a resource counts in the totals of its device: it must lie in a space of it and own its
   * memory.
   */
  static boolean counts(int flags, int space) {
    int owning = LedgerLayout.FLAG_HAS_DEVICE | LedgerLayout.FLAG_ALIAS;
    return space != 0 && (flags & owning) == LedgerLayout.FLAG_HAS_DEVICE;
  }

  private void attribute(ThreadState thread, Resource resource) {
    Owner owner = thread.scopes.owner();
    if (owner != null) {
      tracked.adopt(thread, resource, owner);
    } else {
      thread.scopes.await(resource);
    }
    int infrastructure = thread.scopes.infrastructure();
    if (infrastructure >= 0) {
      tracked.slots.addFlags(resource.slot(), LedgerLayout.FLAG_INFRASTRUCTURE);
      tracked.slots.setInfrastructureScope(
          resource.slot(),
          tracked.ledger.text(tracked.rules.scope(infrastructure).name),
          thread.batch);
    }
  }
}
