package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.EVENT_BYTES;
import static io.ttalloc.ledger.RecordLayout.HISTORY_CAPACITY;
import static io.ttalloc.ledger.RecordLayout.HISTORY_HEAD_BYTES;
import static io.ttalloc.ledger.RecordLayout.MAX_RING_EVENTS;
import static io.ttalloc.ledger.RecordLayout.RECORD_HISTORY;
import static io.ttalloc.ledger.RecordLayout.RECORD_PADDING;
import static io.ttalloc.ledger.RecordLayout.STRIPES;

import io.ttalloc.ledger.mapped.RecordArea;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The rings of recent events, one for each stripe; a ring is created at its first event. */
final class HistoryRings {
  private final RecordArea records;
  private final int capacity;
  private final AtomicReferenceArray<@Nullable HistoryRing> rings =
      new AtomicReferenceArray<>(STRIPES);

  /**
   * The same rings as in {@link #rings}, read and written without ordering, which saves a dependent
   * load for every event. The fields of a ring are final, so a thread that reads a ring here always
   * sees it fully initialized.
   */
  private final @Nullable HistoryRing[] known = new HistoryRing[STRIPES];

  /**
   * @param events the number of events to keep in all stripes together; rounded down to a power of
   *     two per stripe
   */
  HistoryRings(RecordArea records, int events) {
    this.records = records;
    this.capacity = Math.min(MAX_RING_EVENTS, Integer.highestOneBit(events / STRIPES));
  }

  /** The ring of a stripe; null if no history is kept or the ledger cannot grow. */
  @Nullable HistoryRing of(int stripe) {
    HistoryRing ring = known[stripe & (STRIPES - 1)];
    return ring != null ? ring : find(stripe & (STRIPES - 1));
  }

  private @Nullable HistoryRing find(int stripe) {
    HistoryRing ring = rings.get(stripe);
    if (ring == null && capacity != 0) {
      ring = add(stripe);
    }
    known[stripe] = ring;
    return ring;
  }

  private @Nullable HistoryRing add(int stripe) {
    int id = records.reserve(HISTORY_HEAD_BYTES + capacity * EVENT_BYTES, true);
    if (id == 0) {
      return null;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putInt(at + HISTORY_CAPACITY, capacity);
    HistoryRing ring = new HistoryRing(segment, at + HISTORY_HEAD_BYTES, capacity);
    if (rings.compareAndSet(stripe, null, ring)) {
      records.commit(id, RECORD_HISTORY);
      return ring;
    }
    records.commit(id, RECORD_PADDING);
    return rings.get(stripe);
  }
}
