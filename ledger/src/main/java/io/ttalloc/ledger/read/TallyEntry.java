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
 * @param lifetimes count per bucket of {@link io.ttalloc.ledger.LifetimeBuckets}; empty if nothing
 *     was closed
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Never written; copies of 320 counts for each tally would be waste.
public record TallyEntry(
    int id,
    TypeEntry type,
    List<Frame> stack,
    Openings openings,
    Closes closes,
    Losses losses,
    long[] lifetimes) {

  /**
   * The opened resources.
   *
   * @param aliases how many of them did not own their memory
   * @param bytes bytes of the others
   */
  public record Openings(long count, long aliases, long bytes) {}

  /**
   * The closed resources.
   *
   * @param reclaimed closed by a reclaimer (a Cleaner) and not by the program
   * @param disowned closed only as far as the program is concerned: something else owns them now
   * @param failed closes that threw, not included in the count
   */
  public record Closes(
      long count, long reclaimed, long reclaimedBytes, long disowned, long failed) {}

  /**
   * The resources that were collected while they were open.
   *
   * @param folded how many of them no longer have a slot: those that have one are examples
   * @param hollow how many of them were only owners whose children were all closed; they have no
   *     slot either
   */
  public record Losses(long collected, long folded, long foldedBytes, long hollow) {}

  /** The number of opened resources. */
  public long opened() {
    return openings.count;
  }

  /** The number of closed resources. */
  public long closed() {
    return closes.count;
  }

  /** The exact number of its resources that were never closed, collected ones included. */
  public long open() {
    return SaturatedSum.left(opened(), closed(), losses.hollow);
  }

  /**
   * The number of its resources that have a slot: the open ones, and those of the collected ones
   * that are kept as examples. To count the lost ones, use {@link Losses#collected}.
   */
  public long slots() {
    long all = SaturatedSum.of(opened(), -closed());
    return SaturatedSum.of(SaturatedSum.of(all, -losses.folded), -losses.hollow);
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
