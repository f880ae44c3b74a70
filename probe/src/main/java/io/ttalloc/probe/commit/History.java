package io.ttalloc.probe.commit;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Placement;
import io.ttalloc.probe.resource.Resource;

/**
 * Adds events to the ledger's history and notifies listeners; most processes have no listeners. No
 * method throws: if adding an event fails, only that event is lost. Thread-safe.
 */
public final class History {
  /**
   * Is notified of openings, closes and losses, to record them elsewhere. Called inside a hook, on
   * the thread of the event; must not block.
   */
  public interface Listener {
    /**
     * An event of a resource.
     *
     * @param kind one of the {@code EVENT_} constants of the ledger's layout
     * @param resource the resource; it may have ended since the event, or be about to end
     * @param tally the id of its tally, a record of the ledger
     * @param livedNanos the time since its opening
     * @param slotFlags the {@code FLAG_} constants of its slot
     * @param space the id of the name of the space in the ledger; 0 if the resource is in no space
     */
    void happened(
        int kind,
        Resource resource,
        int tally,
        long livedNanos,
        long bytes,
        int slotFlags,
        int device,
        int space,
        long address);
  }

  private static final Listener[] NO_LISTENERS = {};

  private final LedgerWriter ledger;
  private final Slots slots;
  private final OnDevices onDevices;
  private final HookErrors errors;

  /** The listeners. The array is never modified, only replaced. */
  private volatile Listener[] listeners = NO_LISTENERS;

  public History(LedgerWriter ledger, OnDevices onDevices, HookErrors errors) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.onDevices = onDevices;
    this.errors = errors;
  }

  /** Starts notifying a listener of events. Does nothing if the listener is already registered. */
  public synchronized void listen(Listener added) {
    listenNoMore(added);
    Listener[] before = listeners;
    Listener[] now = new Listener[before.length + 1];
    System.arraycopy(before, 0, now, 0, before.length);
    now[before.length] = added;
    listeners = now;
  }

  /** Stops notifying a listener. Does nothing if the listener is not registered. */
  public synchronized void listenNoMore(Listener removed) {
    Listener[] before = listeners;
    for (int i = 0; i < before.length; i++) {
      if (before[i] == removed) {
        Listener[] now = new Listener[before.length - 1];
        System.arraycopy(before, 0, now, 0, i);
        System.arraycopy(before, i + 1, now, i, now.length - i);
        listeners = now;
        return;
      }
    }
  }

  /** Adds an opening. The slot is not read, because it may belong to another resource by now. */
  public void opened(ThreadState thread, Resource opened, Tally tally, Placement at, long nanos) {
    changed(thread, RecordLayout.EVENT_OPEN, at.countedSpace(), tally, at, nanos);
    try {
      for (Listener each : listeners) {
        each.happened(
            RecordLayout.EVENT_OPEN,
            opened,
            tally.id(),
            0,
            at.bytes,
            at.flags() | (thread.scopes.infrastructure() >= 0 ? SlotLayout.FLAG_INFRASTRUCTURE : 0),
            at.device,
            at.space,
            at.address);
      }
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /** Adds one half of a change: a close with the old values, or an opening with the new ones. */
  public void changed(
      ThreadState thread, int kind, int space, Tally tally, Placement at, long nanos) {
    try {
      ledger.event(thread.stripe, kind, space, nanos, tally.id(), at.device, at.address, at.bytes);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /**
   * Adds the end of a resource. The slot must still belong to the resource.
   *
   * @param kind one of the {@code EVENT_} constants of the ledger's layout
   */
  void ended(ThreadState thread, int kind, Resource resource, long nanos) {
    int slot = resource.slot();
    int tally = resource.tally().id();
    try {
      ledger.event(
          thread.stripe,
          kind,
          onDevices.spaceOf(slot),
          nanos,
          tally,
          slots.device(slot),
          slots.address(slot),
          slots.bytes(slot));
      for (Listener each : listeners) {
        each.happened(
            kind,
            resource,
            tally,
            nanos - slots.openedNanos(slot),
            slots.bytes(slot),
            slots.flags(slot),
            slots.device(slot),
            slots.space(slot),
            slots.address(slot));
      }
    } catch (Throwable e) {
      errors.failed(e);
    }
  }
}
