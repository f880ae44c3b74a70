package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.SaturatedSum;

/**
 * Counters of the resources of one type, counted by handle.
 *
 * @param type its name in the rule
 * @param opened the number of resources opened so far
 * @param closed the number of resources that were closed or disowned
 * @param collected the number of resources that were garbage-collected while they were open
 * @param hollow the number of collected resources that had nothing left to close
 */
public record TypeCounts(String type, long opened, long closed, long collected, long hollow) {

  /**
   * The number of resources that were neither closed nor disowned, including collected ones that
   * are not hollow.
   */
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
