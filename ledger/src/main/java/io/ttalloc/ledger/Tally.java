package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.COUNT_ALIASES;
import static io.ttalloc.ledger.LedgerLayout.COUNT_CLOSED;
import static io.ttalloc.ledger.LedgerLayout.COUNT_CLOSE_FAILED;
import static io.ttalloc.ledger.LedgerLayout.COUNT_COLLECTED;
import static io.ttalloc.ledger.LedgerLayout.COUNT_OPENED;
import static io.ttalloc.ledger.LedgerLayout.COUNT_RECLAIMED;
import static io.ttalloc.ledger.LedgerLayout.COUNT_RECLAIMED_BYTES;
import static io.ttalloc.ledger.LedgerLayout.STRIPES;
import static io.ttalloc.ledger.LedgerLayout.STRIPE_BYTES;
import static io.ttalloc.ledger.LedgerLayout.TALLY_HEAD_BYTES;
import static io.ttalloc.ledger.LedgerLayout.TALLY_LIFETIMES;

import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counters of what was opened with one type from one stack, striped so that threads do not share a
 * cache line. Wait-free.
 */
public final class Tally {
  private final int id;
  private final int typeId;
  private final int stackId;
  private final MappedByteBuffer segment;
  private final int counters;
  private final LedgerWriter writer;
  private @Nullable Lifetimes lifetimes;

  Tally(LedgerWriter writer, int id, int typeId, int stackId, MappedByteBuffer segment) {
    this.writer = writer;
    this.id = id;
    this.typeId = typeId;
    this.stackId = stackId;
    this.segment = segment;
    this.counters = RecordArea.payloadOffset(id) + TALLY_HEAD_BYTES;
  }

  /** What slots name. */
  public int id() {
    return id;
  }

  public int typeId() {
    return typeId;
  }

  /** The opening stack; 0 = unknown. */
  public int stackId() {
    return stackId;
  }

  private int at(int stripe, int counter) {
    return counters + (stripe & (STRIPES - 1)) * STRIPE_BYTES + counter;
  }

  /**
   * Counts an opening.
   *
   * @param alias whether it stands on memory that something else owns
   */
  public void opened(int stripe, boolean alias) {
    Words.addLong(segment, at(stripe, COUNT_OPENED), 1);
    if (alias) {
      Words.addLong(segment, at(stripe, COUNT_ALIASES), 1);
    }
  }

  /** Counts a close and returns how many this stripe had counted before. */
  public long closed(int stripe, long lifetimeNanos) {
    Lifetimes counts = lifetimes;
    if (counts == null) {
      counts = writer.lifetimesOf(this);
    }
    if (counts != null) {
      counts.count(stripe, lifetimeNanos);
    }
    return Words.addLong(segment, at(stripe, COUNT_CLOSED), 1);
  }

  public void reclaimed(int stripe, long bytes) {
    Words.addLong(segment, at(stripe, COUNT_RECLAIMED), 1);
    Words.addLong(segment, at(stripe, COUNT_RECLAIMED_BYTES), bytes);
  }

  public void collected(int stripe) {
    Words.addLong(segment, at(stripe, COUNT_COLLECTED), 1);
  }

  public void closeFailed(int stripe) {
    Words.addLong(segment, at(stripe, COUNT_CLOSE_FAILED), 1);
  }

  /** The lifetimes of this tally; null before the first close. */
  @Nullable Lifetimes lifetimes() {
    return lifetimes;
  }

  /** Gives this tally its lifetimes; {@code recordId} is 0 if they are those of its type. */
  void setLifetimes(Lifetimes counts, int recordId) {
    if (recordId != 0) {
      segment.putInt(counters - TALLY_HEAD_BYTES + TALLY_LIFETIMES, recordId);
    }
    lifetimes = counts;
  }
}
