package io.ttalloc.ledger.read;

import org.jspecify.annotations.Nullable;

/**
 * One of the recent events.
 *
 * @param atNanos since the ledger's clock base
 * @param space the space whose running totals it changed, or null if it changed none
 */
public record EventEntry(
    long atNanos,
    Kind kind,
    int tally,
    int device,
    @Nullable String space,
    long address,
    long bytes) {
  public enum Kind {
    OPEN,
    CLOSE,
    COLLECTED,
    RECLAIMED
  }
}
