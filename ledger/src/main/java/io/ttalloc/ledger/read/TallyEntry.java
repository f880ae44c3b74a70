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
    long closeFailed,
    long aliases,
    long[] lifetimes) {}
