package io.ttalloc.ledger.read;

/** What is known of the resource in a slot. */
public enum SlotState {
  /** Open; a close that has begun and not ended counts as open. */
  OPEN,
  /** The collector took it before it was closed. */
  COLLECTED,
  /** Closed, and remembered because something that it owned is still there. */
  CLOSED_OWNER
}
