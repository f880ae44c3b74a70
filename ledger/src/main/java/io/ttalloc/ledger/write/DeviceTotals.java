package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.DEVICE_BYTES;
import static io.ttalloc.ledger.RecordLayout.DEVICE_CLOSED;
import static io.ttalloc.ledger.RecordLayout.DEVICE_LIVE_BYTES;
import static io.ttalloc.ledger.RecordLayout.DEVICE_OPENED;
import static io.ttalloc.ledger.RecordLayout.DEVICE_OPENED_BYTES;
import static io.ttalloc.ledger.RecordLayout.DEVICE_PEAK_BYTES;
import static io.ttalloc.ledger.RecordLayout.MAX_EVENT_SPACES;
import static io.ttalloc.ledger.RecordLayout.RECORD_DEVICE;
import static io.ttalloc.ledger.RecordLayout.RECORD_SPACE;
import static io.ttalloc.ledger.RecordLayout.SPACE_BYTES;
import static io.ttalloc.ledger.RecordLayout.SPACE_NUMBER;

import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import io.ttalloc.ledger.mapped.Words;
import io.ttalloc.ledger.slots.Slots;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Running totals per device and space. A peak must be exact, so all threads share one word for the
 * sum; only resources with a device bear this cost.
 *
 * <p>Device numbers have 16 bits, as in slots. Only the first {@link #MAX_ROWS} pairs of device and
 * space have totals. Lock-free.
 */
public final class DeviceTotals {
  static final int MAX_ROWS = 4096;
  private static final int BUCKETS = 1 << 8;

  private final RecordArea records;
  private final RecordIndex rows;
  private final RecordIndex spaces;
  private final AtomicInteger spaceCount = new AtomicInteger();

  DeviceTotals(RecordArea records) {
    this.records = records;
    this.rows = new RecordIndex(records, RECORD_DEVICE, false, BUCKETS, MAX_ROWS, Long.MAX_VALUE);
    this.spaces =
        new RecordIndex(records, RECORD_SPACE, false, BUCKETS, MAX_EVENT_SPACES, Long.MAX_VALUE);
  }

  /** Creates the row for a space of a device, unless it exists or the ledger cannot grow. */
  public void prepare(int device, int space) {
    if (rows.find((short) device, space) == 0) {
      int unused = rows.idOf(row(device, space));
    }
  }

  /**
   * Adds a resource to the totals of its device and space. If there is no row for them, because the
   * ledger cannot grow, the slot is marked as not counted. Allocates nothing.
   */
  public void opened(Slots slots, int slot, int space) {
    int row = rows.find((short) slots.device(slot), space);
    if (row != 0) {
      add(row, 1, slots.bytes(slot), slots.bytes(slot));
    }
    slots.setCounted(slot, row != 0 || rows.isFull());
  }

  /** Counts the close of a resource, if the opening was counted. */
  public void closed(Slots slots, int slot, int space) {
    if (slots.isCounted(slot)) {
      closed(slots.device(slot), space, slots.bytes(slot));
    }
  }

  /**
   * Undoes the counting of an opening, if it was counted, because the resource has moved or its
   * size has changed.
   */
  public void withdrawn(Slots slots, int slot, int space) {
    int row = slots.isCounted(slot) ? rows.find((short) slots.device(slot), space) : 0;
    if (row > 0) {
      add(row, -1, -slots.bytes(slot), -slots.bytes(slot));
    }
  }

  /**
   * Updates the bytes of a resource that was counted. Bytes that it has gained also count as
   * opened.
   */
  public void resized(Slots slots, int slot, int space, long bytesBefore) {
    int row = rows.find((short) slots.device(slot), space);
    if (row > 0) {
      long more = slots.bytes(slot) - bytesBefore;
      add(row, 0, more, Math.max(0, more));
    }
  }

  /**
   * Counts an opening.
   *
   * @return false if the opening was not counted, because the ledger cannot grow; its close must
   *     then not be counted either
   */
  public boolean opened(int device, int space, long bytes) {
    int row = rows.idOf(row(device, space));
    if (row > 0) {
      add(row, 1, bytes, bytes);
    }
    return row != 0;
  }

  private void add(int row, int opened, long bytes, long openedBytes) {
    MappedByteBuffer segment = records.segmentOf(row);
    int at = RecordArea.payloadOffset(row);
    long live = Words.addLong(segment, at + DEVICE_LIVE_BYTES, bytes) + bytes;
    Words.maxLong(segment, at + DEVICE_PEAK_BYTES, live);
    Words.addLong(segment, at + DEVICE_OPENED, opened);
    Words.addLong(segment, at + DEVICE_OPENED_BYTES, openedBytes);
  }

  /** Counts the close of a resource whose opening was counted. */
  public void closed(int device, int space, long bytes) {
    int row = rows.find((short) device, space);
    if (row > 0) {
      MappedByteBuffer segment = records.segmentOf(row);
      int at = RecordArea.payloadOffset(row);
      Words.addLong(segment, at + DEVICE_LIVE_BYTES, -bytes);
      Words.addLong(segment, at + DEVICE_CLOSED, 1);
    }
  }

  private static NumbersKey row(int device, int space) {
    return new NumbersKey(DEVICE_BYTES, (short) device, space);
  }

  /**
   * The number by which events refer to a space; 0 for none.
   *
   * @param space its text id; 0 for none
   */
  int number(int space) {
    if (space == 0) {
      return 0;
    }
    NumbersKey key = new NumbersKey(SPACE_BYTES, space);
    int id = spaces.find(key);
    if (id == 0) {
      id = spaces.idOf(key);
    }
    if (id <= 0) {
      return 0;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id) + SPACE_NUMBER;
    int number = Words.getInt(segment, at);
    if (number == 0 && spaceCount.get() < MAX_EVENT_SPACES) {
      // Two threads may each take a number here; only one of the numbers is used.
      Words.compareAndSetInt(segment, at, 0, spaceCount.incrementAndGet());
      number = Words.getInt(segment, at);
    }
    return number <= MAX_EVENT_SPACES ? number : 0;
  }
}
