package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.SaturatedSum;

/**
 * Counters of the resources of one type, by handle.
 *
 * @param type as its rule names it
 * @param opened resources so far
 * @param closed how many of these were closed
 * @param collected how many of these the collector took while they were open
 * @param hollow how many of the collected ones had nothing left to close
 */
public record TypeCounts(String type, long opened, long closed, long collected, long hollow) {

  /** Resources that were not closed; includes collected ones. */
  public long open() {
    return SaturatedSum.left(opened, closed, hollow);
  }

  TypeCounts plus(TypeCounts other) {
    return new TypeCounts(
        type,
        SaturatedSum.of(opened, other.opened),
        SaturatedSum.of(closed, other.closed),
        SaturatedSum.of(collected, other.collected),
        SaturatedSum.of(hollow, other.hollow));
  }
}
