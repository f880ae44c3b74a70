package io.ttalloc.ledger.read;

/** The state of the resource in a slot. */
public enum SlotState {
  /** Open; a close that has begun and not ended counts as open. */
  OPEN,
  /** The collector took the object before it was closed. */
  COLLECTED,
  /** Closed, and kept because something that it owned is still open. */
  CLOSED_OWNER
}
