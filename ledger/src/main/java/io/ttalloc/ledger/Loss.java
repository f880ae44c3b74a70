package io.ttalloc.ledger;

/**
 * The reason why an event was dropped, that is, could not be recorded. The ledger counts dropped
 * events by reason.
 */
public enum Loss {
  /** The disk was full, or the file could not be written or mapped. */
  CANNOT_GROW(0, "the ledger's file could not grow"),
  /** The file has the maximum number of segments. */
  AT_LIMIT(1, "the ledger had reached its maximum size"),
  /** The thread that extends the file was not fast enough. */
  GREW_TOO_SLOWLY(2, "the ledger did not grow in time"),
  NO_HEAP(3, "the heap was full"),
  /** The calling thread had almost no stack left. */
  NO_STACK(4, "the thread had no stack left"),
  HOOK_ERROR(5, "an error occurred inside the agent");

  private final int index;
  private final String words;

  Loss(int index, String words) {
    this.index = index;
    this.words = words;
  }

  /** The reason as text that can follow "because". */
  public String words() {
    return words;
  }

  /** The offset of this reason's counter in the file header. */
  public int headerOffset() {
    return LedgerLayout.HEADER_DROPPED_EVENTS + index * Long.BYTES;
  }
}
