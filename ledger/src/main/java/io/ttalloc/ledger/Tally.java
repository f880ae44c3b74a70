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
import static io.ttalloc.ledger.LedgerLayout.TALLY_FOLDED;
import static io.ttalloc.ledger.LedgerLayout.TALLY_FOLDED_BYTES;
import static io.ttalloc.ledger.LedgerLayout.TALLY_HEAD_BYTES;
import static io.ttalloc.ledger.LedgerLayout.TALLY_HOLLOW;
import static io.ttalloc.ledger.LedgerLayout.TALLY_LIFETIMES;

import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counters of what was opened with one type from one stack, striped so that threads do not share a
 * cache line. Wait-free. There may be several objects for one tally of the ledger: all that counts
 * stands there.
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

  /** Counts a close. */
  public void closed(int stripe) {
    Words.addLong(segment, at(stripe, COUNT_CLOSED), 1);
  }

  /** Counts how long one lived that was closed. */
  public void lived(int stripe, long lifetimeNanos) {
    Lifetimes counts = lifetimes;
    if (counts == null) {
      counts = writer.lifetimesOf(this);
      lifetimes = counts;
    }
    if (counts != null) {
      counts.count(stripe, lifetimeNanos);
    }
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

  /**
   * Counts a collected one that keeps no slot.
   *
   * @param bytes its own
   */
  public void folded(long bytes) {
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_FOLDED, 1);
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_FOLDED_BYTES, bytes);
  }

  /** Counts a collected one that only owned others, which were all closed, and keeps no slot. */
  public void hollow() {
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_HOLLOW, 1);
  }

  /** How many the collector took. */
  public long collectedCount() {
    long sum = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      sum += Words.getLong(segment, at(stripe, COUNT_COLLECTED));
    }
    return sum;
  }

  /** How many closes this stripe has counted. */
  public long closedCount(int stripe) {
    return Words.getLong(segment, at(stripe, COUNT_CLOSED));
  }

  int lifetimesId() {
    return Words.getInt(segment, counters - TALLY_HEAD_BYTES + TALLY_LIFETIMES);
  }

  /** Gives this tally a record of lifetimes, unless it has one; what it has now. */
  int setLifetimesId(int recordId) {
    Words.compareAndSetInt(segment, counters - TALLY_HEAD_BYTES + TALLY_LIFETIMES, 0, recordId);
    return lifetimesId();
  }
}
