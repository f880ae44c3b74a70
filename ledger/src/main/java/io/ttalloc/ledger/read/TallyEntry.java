package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;

/**
 * Counters of the resources that were opened with one type from one stack, since the start.
 *
 * @param id the record id, by which slots name the tally
 * @param stack frames, innermost first; empty if stacks were not captured
 * @param reclaimed closed by a reclaimer (a Cleaner) and not by the program; included in closed
 * @param reclaimedBytes bytes of the reclaimed resources
 * @param disowned closed only as far as the program is concerned: something else owns them now;
 *     included in closed
 * @param collected taken by the collector while open
 * @param folded how many of the collected resources no longer have a slot: those that have one are
 *     examples
 * @param foldedBytes bytes of the folded resources
 * @param hollow how many of the collected resources were only owners whose children were all
 *     closed; they have no slot either
 * @param aliases how many of the opened resources did not own their memory
 * @param openedBytes bytes of the others of them
 * @param lifetimes count per bucket of {@link io.ttalloc.ledger.LifetimeBuckets}; empty if nothing
 *     was closed
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Never written; copies of 320 counts for each tally would be waste.
public record TallyEntry(
    int id,
    TypeEntry type,
    List<Frame> stack,
    long opened,
    long closed,
    long reclaimed,
    long reclaimedBytes,
    long disowned,
    long collected,
    long folded,
    long foldedBytes,
    long hollow,
    long closeFailed,
    long aliases,
    long openedBytes,
    long[] lifetimes) {

  /** The exact number of its resources that were never closed, collected ones included. */
  public long open() {
    return SaturatedSum.left(opened, closed, hollow);
  }

  /**
   * The number of its resources that have a slot: the open ones, and those of the collected ones
   * that are kept as examples. To count the lost ones, use {@link #collected}.
   */
  public long slots() {
    return SaturatedSum.of(SaturatedSum.of(SaturatedSum.of(opened, -closed), -folded), -hollow);
  }

  /** A counter of a tally, summed over the stripes. */
  public static long sum(Payload record, int counter) {
    long sum = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      sum =
          SaturatedSum.of(sum, record.getLong(TALLY_HEAD_BYTES + stripe * STRIPE_BYTES + counter));
    }
    return Math.max(0, sum);
  }
}
