package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.COUNT_ALIASES;
import static io.ttalloc.ledger.RecordLayout.COUNT_CLOSED;
import static io.ttalloc.ledger.RecordLayout.COUNT_CLOSE_FAILED;
import static io.ttalloc.ledger.RecordLayout.COUNT_COLLECTED;
import static io.ttalloc.ledger.RecordLayout.COUNT_OPENED;
import static io.ttalloc.ledger.RecordLayout.COUNT_OPENED_BYTES;
import static io.ttalloc.ledger.RecordLayout.COUNT_RECLAIMED;
import static io.ttalloc.ledger.RecordLayout.COUNT_RECLAIMED_BYTES;
import static io.ttalloc.ledger.RecordLayout.STRIPES;
import static io.ttalloc.ledger.RecordLayout.STRIPE_BYTES;
import static io.ttalloc.ledger.RecordLayout.TALLY_DISOWNED;
import static io.ttalloc.ledger.RecordLayout.TALLY_FOLDED;
import static io.ttalloc.ledger.RecordLayout.TALLY_FOLDED_BYTES;
import static io.ttalloc.ledger.RecordLayout.TALLY_HEAD_BYTES;
import static io.ttalloc.ledger.RecordLayout.TALLY_HOLLOW;
import static io.ttalloc.ledger.RecordLayout.TALLY_LIFETIMES;

import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.Words;
import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the resources of one type that were opened from one stack, striped so that threads do
 * not share a cache line. Wait-free. Several objects may represent the same tally: its state is in
 * the ledger.
 */
public final class Tally {
  private final int id;
  private final int typeId;
  private final int stackId;
  private final MappedByteBuffer segment;
  private final int counters;
  private final TallyTable table;
  private @Nullable Lifetimes lifetimes;
  private boolean inInitializer;

  Tally(TallyTable table, int id, int typeId, int stackId, MappedByteBuffer segment) {
    this.table = table;
    this.id = id;
    this.typeId = typeId;
    this.stackId = stackId;
    this.segment = segment;
    this.counters = RecordArea.payloadOffset(id) + TALLY_HEAD_BYTES;
  }

  /** The record id, by which slots refer to the tally. */
  public int id() {
    return id;
  }

  public int typeId() {
    return typeId;
  }

  /** The id of the opening stack; 0 = unknown. */
  public int stackId() {
    return stackId;
  }

  /**
   * Returns how many calls deeper this tally's stack is than the given stack; 0 if both stacks have
   * the same innermost method; -1 if this tally's stack cannot belong to a call made by the given
   * stack's innermost method. Neither stack may be 0.
   */
  public int callsBelow(int stack) {
    return table.callsBetween(stackId, stack);
  }

  /**
   * Records that a static initializer is on the stack. Must be called before other threads see this
   * object.
   */
  public void inInitializer() {
    inInitializer = true;
  }

  /** Whether a static initializer is on the stack. */
  public boolean isInInitializer() {
    return inInitializer;
  }

  private int at(int stripe, int counter) {
    return counters + (stripe & (STRIPES - 1)) * STRIPE_BYTES + counter;
  }

  /**
   * Counts an opening.
   *
   * @param alias whether something else owns the memory of the resource
   */
  public void opened(int stripe, boolean alias) {
    Words.addLong(segment, at(stripe, COUNT_OPENED), 1);
    if (alias) {
      Words.addLong(segment, at(stripe, COUNT_ALIASES), 1);
    }
  }

  /**
   * Counts bytes that an opened resource owns.
   *
   * @param bytes the number to add; negative if the resource has fewer bytes than were counted
   *     before
   */
  public void openedBytes(int stripe, long bytes) {
    Words.addLong(segment, at(stripe, COUNT_OPENED_BYTES), bytes);
  }

  /** Counts a close. */
  public void closed(int stripe) {
    Words.addLong(segment, at(stripe, COUNT_CLOSED), 1);
  }

  /** Adds the lifetime of a closed resource to the histogram. */
  public void lived(int stripe, long lifetimeNanos) {
    Lifetimes counts = lifetimes;
    if (counts == null) {
      counts = table.lifetimesOf(this);
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
   * Counts a collected resource that does not keep its slot.
   *
   * @param bytes the bytes of the resource
   */
  public void folded(long bytes) {
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_FOLDED, 1);
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_FOLDED_BYTES, bytes);
  }

  /** Marks one of the closed resources as disowned: not closed, but owned by something else now. */
  public void disowned() {
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_DISOWNED, 1);
  }

  /** Counts a collected owner that had nothing left to close and does not keep its slot. */
  public void hollow() {
    Words.addLong(segment, counters - TALLY_HEAD_BYTES + TALLY_HOLLOW, 1);
  }

  /** The number of collected resources. */
  public long collectedCount() {
    long sum = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      sum += Words.getLong(segment, at(stripe, COUNT_COLLECTED));
    }
    return sum;
  }

  /** The number of closes counted in one stripe. */
  public long closedCount(int stripe) {
    return Words.getLong(segment, at(stripe, COUNT_CLOSED));
  }

  int lifetimesId() {
    return Words.getInt(segment, counters - TALLY_HEAD_BYTES + TALLY_LIFETIMES);
  }

  /**
   * Sets the id of the record of lifetimes unless an id is already set; returns the id that is then
   * set.
   */
  int setLifetimesId(int recordId) {
    Words.compareAndSetInt(segment, counters - TALLY_HEAD_BYTES + TALLY_LIFETIMES, 0, recordId);
    return lifetimesId();
  }
}
