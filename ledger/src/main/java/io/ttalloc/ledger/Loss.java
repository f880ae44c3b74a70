package io.ttalloc.ledger;

/** Why an event could not be recorded. The ledger counts the events of each reason. */
public enum Loss {
  /** The disk was full, or the file could not be written or mapped. */
  CANNOT_GROW(0, "the ledger's file could not grow"),
  /** The file has as many segments as it may have. */
  AT_LIMIT(1, "the ledger had reached its largest size"),
  /** The thread that makes the file longer did not come to it in time. */
  GREW_TOO_SLOWLY(2, "the ledger did not grow in time"),
  NO_HEAP(3, "the heap was full"),
  /** The calling thread was at the end of its stack. */
  NO_STACK(4, "the thread had no stack left"),
  HOOK_ERROR(5, "an error inside the agent");

  private final int place;
  private final String words;

  Loss(int place, String words) {
    this.place = place;
    this.words = words;
  }

  /** The reason for people, as what follows "because". */
  public String words() {
    return words;
  }

  /** Where the header counts it. */
  public int headerOffset() {
    return LedgerLayout.HEADER_LOST_EVENTS + place * Long.BYTES;
  }
}
