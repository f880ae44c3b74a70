package io.ttalloc.ledger.read;

/** The state of the resource in a slot. */
public enum SlotState {
  /** Open; includes resources whose close has begun but not ended. */
  OPEN,
  /** The object was garbage-collected before it was closed. */
  COLLECTED,
  /** Closed, but kept because something that it owned is still open. */
  CLOSED_OWNER
}
