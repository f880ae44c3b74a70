package io.ttalloc.ledger.read;

/**
 * One of the recent events.
 *
 * @param atNanos since the ledger's clock base
 */
public record EventEntry(long atNanos, Kind kind, int tally, int device, long address, long bytes) {
  /** What happened. */
  public enum Kind {
    OPEN,
    CLOSE,
    COLLECTED,
    RECLAIMED
  }
}
