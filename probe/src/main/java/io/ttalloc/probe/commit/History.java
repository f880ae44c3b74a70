package io.ttalloc.probe.commit;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Placement;
import io.ttalloc.probe.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Adds events to the ledger's history and notifies a listener, which is hardly ever present. No
 * method throws: an event that fails costs nothing else. Thread-safe.
 */
public final class History {
  /**
   * Is notified of openings, closes and losses, to record them elsewhere. Called on the thread
   * where they happen, inside a hook; must not wait.
   */
  public interface Listener {
    /**
     * Something happened to a resource.
     *
     * @param kind one of the {@code EVENT_} constants of the ledger's layout
     * @param tally the id of its tally, a record of the ledger
     * @param livedNanos since its opening
     * @param slotFlags the {@code FLAG_} constants of its slot
     * @param space the id of a text of the ledger; 0 if it is in none
     */
    void happened(
        int kind,
        int tally,
        long livedNanos,
        long bytes,
        int slotFlags,
        int device,
        int space,
        long address);
  }

  private final LedgerWriter ledger;
  private final Slots slots;
  private final OnDevices onDevices;
  private final HookErrors errors;
  private volatile @Nullable Listener listener;

  public History(LedgerWriter ledger, OnDevices onDevices, HookErrors errors) {
    this.ledger = ledger;
    this.slots = ledger.slots();
    this.onDevices = onDevices;
    this.errors = errors;
  }

  /** Sets the listener for the events from now on; null = none. */
  public void listen(@Nullable Listener now) {
    listener = now;
  }

  /** Adds an opening. Not from the slot, which may be another's by now. */
  public void opened(ThreadState thread, Tally tally, Placement at, long nanos) {
    changed(thread, RecordLayout.EVENT_OPEN, at.countedSpace(), tally, at, nanos);
    Listener current = listener;
    if (current != null) {
      try {
        current.happened(
            RecordLayout.EVENT_OPEN,
            tally.id(),
            0,
            at.bytes,
            at.flags(),
            at.device,
            at.space,
            at.address);
      } catch (Throwable e) {
        errors.failed(e);
      }
    }
  }

  /** Adds one side of a change: a close with the old values, or an opening with the new ones. */
  public void changed(
      ThreadState thread, int kind, int space, Tally tally, Placement at, long nanos) {
    try {
      ledger.event(thread.stripe, kind, space, nanos, tally.id(), at.device, at.address, at.bytes);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /**
   * Adds the end of a resource whose slot is still its own.
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
      Listener current = listener;
      if (current != null) {
        current.happened(
            kind,
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
