package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.LIFETIMES_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_LIFETIMES;
import static io.ttalloc.ledger.RecordLayout.RECORD_TALLY;
import static io.ttalloc.ledger.RecordLayout.TALLY_BYTES;

import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tallies, each written once, and their lifetimes.
 *
 * <p>Not on the fast path: the caller caches the {@link Tally} of a known stack. Bounded;
 * lock-free.
 */
final class TallyTable {
  /**
   * The maximum number of tallies with lifetimes of their own. Further tallies share the lifetimes
   * of their type. The same limit applies to the number of types that have lifetimes.
   */
  private static final int MAX_LIFETIMES = 4096;

  /** The maximum number of tallies; further openings are counted only by type. */
  private static final int MAX_TALLIES = 1 << 17;

  private static final int BUCKETS = 1 << 14;

  private final RecordArea records;
  private final RecordIndex tallies;
  private final RecordIndex typeTallies;
  private final AtomicInteger lifetimesCount = new AtomicInteger();

  TallyTable(RecordArea records) {
    this.records = records;
    this.tallies = index(records, MAX_TALLIES);
    this.typeTallies = index(records, TypeTable.MAX_TYPES);
  }

  private static RecordIndex index(RecordArea records, int maxRecords) {
    return new RecordIndex(records, RECORD_TALLY, true, BUCKETS, maxRecords, Long.MAX_VALUE);
  }

  /** The tally of a type and a stack; null if the ledger cannot grow. */
  @Nullable Tally tally(int typeId, int stackId) {
    int id = tallies.idOf(new NumbersKey(TALLY_BYTES, typeId, stackId));
    if (id == RecordIndex.FULL) {
      id = typeTallies.idOf(new NumbersKey(TALLY_BYTES, typeId, 0));
      return id <= 0 ? null : tally(id, typeId, 0);
    }
    return id == 0 ? null : tally(id, typeId, stackId);
  }

  private Tally tally(int id, int typeId, int stackId) {
    return new Tally(this, id, typeId, stackId, records.segmentOf(id));
  }

  /**
   * The lifetimes of a tally, or those of its type if too many tallies have their own; null if too
   * many types have lifetimes as well, or if the ledger cannot grow.
   */
  @Nullable Lifetimes lifetimesOf(Tally tally) {
    int id = tally.lifetimesId();
    if (id == 0) {
      if (lifetimesCount.get() >= MAX_LIFETIMES && tally.stackId() != 0) {
        Tally ofType = tally(tally.typeId(), 0);
        return ofType == null ? null : lifetimesOf(ofType);
      }
      id = lifetimesCount.get() < 2 * MAX_LIFETIMES ? records.reserve(LIFETIMES_BYTES, true) : 0;
      if (id == 0) {
        return null;
      }
      records.commit(id, RECORD_LIFETIMES);
      lifetimesCount.incrementAndGet();
      id = tally.setLifetimesId(id);
    }
    return new Lifetimes(records.segmentOf(id), RecordArea.payloadOffset(id));
  }

  /** The tables of all tallies. */
  RecordIndex[] all() {
    return new RecordIndex[] {tallies, typeTallies};
  }

  int callsBetween(int innerStack, int outerStack) {
    return StackNesting.callsBetween(records, innerStack, outerStack);
  }
}
