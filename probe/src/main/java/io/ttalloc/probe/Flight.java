package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.Slots;
import org.jspecify.annotations.Nullable;

/**
 * Tells a listener what happens, beside the ledger's history. Without one, which is nearly always,
 * a hook only checks that. Thread-safe.
 */
final class Flight {
  private final HookErrors errors;
  private volatile @Nullable FlightListener listener;

  Flight(HookErrors errors) {
    this.errors = errors;
  }

  void listen(@Nullable FlightListener now) {
    listener = now;
  }

  boolean isOn() {
    return listener != null;
  }

  /** Tells of an opening. Not from the slot, which may be another's by now. */
  void opened(int tally, Placement at) {
    tell(RecordLayout.EVENT_OPEN, tally, 0, at.bytes, at.flags(), at.device, at.space, at.address);
  }

  /**
   * Tells of the end of a resource whose slot is still its own.
   *
   * @param kind one of the {@code EVENT_} constants of the ledger's layout
   */
  void ended(int kind, int tally, Slots slots, int slot, long nowNanos) {
    tell(
        kind,
        tally,
        nowNanos - slots.openedNanos(slot),
        slots.bytes(slot),
        slots.flags(slot),
        slots.device(slot),
        slots.space(slot),
        slots.address(slot));
  }

  /** An error of the listener must not prevent that the event is recorded. */
  private void tell(
      int kind,
      int tally,
      long livedNanos,
      long bytes,
      int flags,
      int device,
      int space,
      long address) {
    FlightListener current = listener;
    if (current == null) {
      return;
    }
    try {
      current.happened(kind, tally, livedNanos, bytes, flags, device, space, address);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }
}
