package io.ttalloc.ledger.read;

import java.util.List;

/**
 * What was opened with one type from one stack, counted since the start.
 *
 * @param id identity within this ledger; slots name it
 * @param stack frames, innermost first; empty if stacks were not captured
 * @param reclaimed closed by a reclaimer (a Cleaner) and not by the program; included in closed
 * @param reclaimedBytes their bytes
 * @param collected taken by the collector while open
 * @param folded how many of the collected ones have no slot any more
 * @param foldedBytes their bytes
 * @param hollow how many of the collected ones only owned others, which were all closed; they have
 *     no slot either
 * @param aliases how many of the opened ones did not own their memory
 * @param lifetimes count per bucket of {@link io.ttalloc.ledger.LifetimeBuckets}; empty if nothing
 *     was closed
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Nobody writes to it; a copy of 320 counts a tally would be waste.
public record TallyEntry(
    int id,
    TypeEntry type,
    List<Frame> stack,
    long opened,
    long closed,
    long reclaimed,
    long reclaimedBytes,
    long collected,
    long folded,
    long foldedBytes,
    long hollow,
    long closeFailed,
    long aliases,
    long[] lifetimes) {

  /** How many slots its resources occupy, what the collector took and still has one included. */
  public long live() {
    return opened - closed - folded - hollow;
  }
}
