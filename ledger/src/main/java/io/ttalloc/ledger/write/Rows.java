package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.RECORD_KINDS;

import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Writes records that are rows of a table: a few numbers, some of which are text ids. For each kind
 * of record, a class in {@code ledger.record} defines the meaning of the numbers.
 *
 * <p>Not on the fast path: counters that hooks change at every event have tables of their own.
 * Bounded by the caller's limit for each kind; lock-free.
 */
public final class Rows {
  private static final int BUCKETS = 1 << 8;

  private final RecordArea records;
  private final TextTable names;

  /** The indexes of rows that are written only once, by kind. */
  private final AtomicReferenceArray<@Nullable RecordIndex> once =
      new AtomicReferenceArray<>(RECORD_KINDS);

  /** The number of rows added, by kind. */
  private final AtomicIntegerArray added = new AtomicIntegerArray(RECORD_KINDS);

  Rows(RecordArea records, TextTable names) {
    this.records = records;
    this.names = names;
  }

  /** The id of a name from code, such as that of a class; 0 if the ledger cannot grow. */
  public int name(String name) {
    return names.idOf(name);
  }

  /**
   * Adds a row.
   *
   * @param max the maximum number of rows of this kind
   * @return false if the maximum is reached, or if the ledger cannot grow
   */
  public boolean add(int kind, int max, int... numbers) {
    if (added.getAndIncrement(kind) >= max) {
      added.decrementAndGet(kind);
      return false;
    }
    int id = records.reserve(numbers.length * Integer.BYTES, false);
    if (id == 0) {
      added.decrementAndGet(kind);
      return false;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    for (int i = 0; i < numbers.length; i++) {
      segment.putInt(at + i * Integer.BYTES, numbers[i]);
    }
    records.commit(id, kind);
    return true;
  }

  /**
   * Adds a row unless an equal one exists.
   *
   * @param max the maximum number of rows of this kind
   * @return false if the maximum is reached, or if the ledger cannot grow
   */
  public boolean addOnce(int kind, int max, int... numbers) {
    RecordIndex index = once.get(kind);
    if (index == null) {
      RecordIndex made = new RecordIndex(records, kind, false, BUCKETS, max, Long.MAX_VALUE);
      index = once.compareAndSet(kind, null, made) ? made : once.get(kind);
    }
    return index != null && index.idOf(NumbersKey.whole(numbers)) > 0;
  }
}
