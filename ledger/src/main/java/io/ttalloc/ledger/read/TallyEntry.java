package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;

/**
 * Counters of the resources of one type that were opened from one stack, since the start.
 *
 * @param id the record id, by which slots refer to the tally
 * @param stack frames, innermost first; empty if stacks were not captured
 * @param lifetimes the number of lifetimes in each bucket of {@link
 *     io.ttalloc.ledger.LifetimeBuckets}; empty if nothing was closed
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Never modified; copying 320 counts per tally is wasteful.
public record TallyEntry(
    int id,
    TypeEntry type,
    List<Frame> stack,
    Openings openings,
    Closes closes,
    Losses losses,
    long[] lifetimes) {

  /**
   * Counters of the opened resources.
   *
   * @param aliases the number of opened resources that did not own their memory
   * @param bytes the bytes of all other opened resources
   */
  public record Openings(long count, long aliases, long bytes) {}

  /**
   * Counters of the closed resources.
   *
   * @param reclaimed the number of resources closed by a reclaimer (a Cleaner or finalizer), not by
   *     the program
   * @param disowned the number of resources that the program did not close but gave to native code
   *     or another owner; included in {@code count}
   * @param failed the number of closes that threw an exception; not included in {@code count}
   */
  public record Closes(
      long count, long reclaimed, long reclaimedBytes, long disowned, long failed) {}

  /**
   * Counters of the resources that were collected while they were open.
   *
   * @param folded the number of collected resources that no longer have a slot; the others are kept
   *     as examples
   * @param hollow the number of collected owners that had nothing left to close; they have no slot
   *     either
   */
  public record Losses(long collected, long folded, long foldedBytes, long hollow) {}

  /** The number of opened resources. */
  public long opened() {
    return openings.count;
  }

  /** The number of closed resources, including disowned ones. */
  public long closed() {
    return closes.count;
  }

  /**
   * The exact number of resources that were neither closed nor disowned, including collected ones
   * that are not hollow.
   */
  public long open() {
    return SaturatedSum.left(opened(), closed(), losses.hollow);
  }

  /**
   * The number of resources that have a slot: the open ones, and the collected ones that are kept
   * as examples. To count the collected ones, use {@link Losses#collected}.
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
