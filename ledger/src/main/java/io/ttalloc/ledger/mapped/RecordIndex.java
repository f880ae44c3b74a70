package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.RecordLayout.RECORD_HASH;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;
import static io.ttalloc.ledger.RecordLayout.RECORD_NEXT;
import static io.ttalloc.ledger.RecordLayout.RECORD_PADDING;

import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A hash table of records of one kind: each record is written once and found by its content.
 *
 * <p>The records themselves are the entries of the table: the records of one bucket are linked
 * through their headers, and a key is compared with the bytes in the file. The heap therefore
 * contains only the first id of every bucket, however many records there are. A record is added by
 * one compare-and-set of its bucket and never removed. Bounded in number and total size; lock-free.
 */
public final class RecordIndex {
  /** The result of {@link #idOf} for new content when the index is full. */
  public static final int FULL = -1;

  /** The content of a record to search for or to write. */
  public abstract static class Key {
    protected final int hash;

    protected Key(int hash) {
      this.hash = spread(hash);
    }

    /** The length of the payload of a new record. */
    protected abstract int length();

    protected abstract boolean matches(MappedByteBuffer segment, int at, int length);

    /** Fills the payload of a new record. */
    protected abstract void write(MappedByteBuffer segment, int at);
  }

  private final RecordArea records;
  private final int kind;
  private final boolean aligned;
  private final AtomicIntegerArray buckets;
  private final int maxRecords;
  private final long maxBytes;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param kind the kind of the records
   * @param aligned whether payloads start at multiples of 64
   * @param buckets the number of buckets, a power of two
   */
  public RecordIndex(
      RecordArea records, int kind, boolean aligned, int buckets, int maxRecords, long maxBytes) {
    this.records = records;
    this.kind = kind;
    this.aligned = aligned;
    this.buckets = new AtomicIntegerArray(buckets);
    this.maxRecords = maxRecords;
    this.maxBytes = maxBytes;
  }

  /** The id of the record with this content; 0 if there is none. */
  public int find(Key key) {
    return search(buckets.get(bucketOf(key)), 0, key);
  }

  /**
   * The id of the record with this content; writes the record if there is none.
   *
   * @return 0 if the ledger cannot grow, {@link #FULL} if this index is full
   */
  public int idOf(Key key) {
    int bucket = bucketOf(key);
    int first = buckets.get(bucket);
    int known = search(first, 0, key);
    if (known != 0) {
      return known;
    }
    if (isFull()) {
      return FULL;
    }
    int id = records.reserve(key.length(), aligned);
    if (id == 0) {
      return 0;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int header = RecordArea.headerOffset(id);
    key.write(segment, header + RECORD_HEADER_BYTES);
    segment.putInt(header + RECORD_HASH, key.hash);
    segment.putInt(header + RECORD_NEXT, first);
    // Committed before other threads can find it, because they may refer to it in a slot at once.
    records.commit(id, kind);
    while (!buckets.compareAndSet(bucket, first, id)) {
      int newer = buckets.get(bucket);
      known = search(newer, first, key);
      if (known != 0) {
        records.commit(id, RECORD_PADDING);
        return known;
      }
      first = newer;
      segment.putInt(header + RECORD_NEXT, first);
    }
    count.incrementAndGet();
    bytes.addAndGet(RECORD_HEADER_BYTES + key.length());
    return id;
  }

  /** Whether the index is full, so that no record with new content is written. */
  public boolean isFull() {
    return count.get() >= maxRecords || bytes.get() >= maxBytes;
  }

  /**
   * Mixes the bits: the hashes of a few numbers may differ only in their lowest or highest bits.
   */
  private static int spread(int hash) {
    return (hash ^ hash >>> 15) * 0x9E3779B9;
  }

  /**
   * The id of the record whose key consists of these two numbers; 0 if there is none. Allocates
   * nothing: the end of a close must not fail because the heap is full.
   */
  public int find(int first, int second) {
    int hash = spread((31 + first) * 31 + second);
    int id = buckets.get(hash >>> 8 & (buckets.length() - 1));
    while (id != 0) {
      MappedByteBuffer segment = records.segmentOf(id);
      int header = RecordArea.headerOffset(id);
      int at = header + RECORD_HEADER_BYTES;
      if (segment.getInt(header + RECORD_HASH) == hash
          && segment.getInt(at) == first
          && segment.getInt(at + Integer.BYTES) == second) {
        return id;
      }
      id = segment.getInt(header + RECORD_NEXT);
    }
    return 0;
  }

  private int bucketOf(Key key) {
    return key.hash >>> 8 & (buckets.length() - 1);
  }

  /** Searches the chain of a bucket, from one record up to but excluding another. */
  private int search(int from, int to, Key key) {
    for (int id = from; id != to && id != 0; ) {
      MappedByteBuffer segment = records.segmentOf(id);
      int header = RecordArea.headerOffset(id);
      if (segment.getInt(header + RECORD_HASH) == key.hash
          && key.matches(
              segment,
              header + RECORD_HEADER_BYTES,
              segment.getInt(header + RECORD_LENGTH) - RECORD_HEADER_BYTES)) {
        return id;
      }
      id = segment.getInt(header + RECORD_NEXT);
    }
    return 0;
  }

  /** The number of chains of records, for {@link #first}; 0 if there are no records. */
  public int chains() {
    return count.get() == 0 ? 0 : buckets.length();
  }

  /** The id of the newest record of a chain; 0 if it is empty. */
  public int first(int chain) {
    return buckets.get(chain);
  }

  /** The id of the next older record of the same chain; 0 if there is none. */
  public int next(int id) {
    return records.segmentOf(id).getInt(RecordArea.headerOffset(id) + RECORD_NEXT);
  }
}
