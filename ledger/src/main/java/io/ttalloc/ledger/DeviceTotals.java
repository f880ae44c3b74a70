package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.DEVICE_CLOSED;
import static io.ttalloc.ledger.LedgerLayout.DEVICE_ID;
import static io.ttalloc.ledger.LedgerLayout.DEVICE_LIVE_BYTES;
import static io.ttalloc.ledger.LedgerLayout.DEVICE_OPENED;
import static io.ttalloc.ledger.LedgerLayout.DEVICE_PEAK_BYTES;
import static io.ttalloc.ledger.LedgerLayout.DEVICE_SPACE;
import static io.ttalloc.ledger.LedgerLayout.MAX_EVENT_SPACES;
import static io.ttalloc.ledger.LedgerLayout.RECORD_DEVICE;

import java.nio.MappedByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Running totals per device and space. A peak must be exact, so the sum is one word that all
 * threads share: only resources with a device pay for it.
 *
 * <p>Device ids are those of slots: 16 bits. Of more than {@link #MAX_ROWS} devices and spaces the
 * later ones have no totals. Thread-safe.
 */
public final class DeviceTotals {
  private static final int LENGTH = 40;
  static final int MAX_ROWS = 4096;
  private static final int NO_ROW = -1;

  private final RecordArea records;
  private final ConcurrentHashMap<Long, Integer> rows = new ConcurrentHashMap<>();

  /** Text ids of spaces in the order in which records named them first; written under the lock. */
  private volatile int[] spaces = new int[0];

  DeviceTotals(RecordArea records) {
    this.records = records;
  }

  /**
   * Counts an opening.
   *
   * @return false if the ledger cannot grow: nothing was counted, and the close must not be
   */
  public boolean opened(int device, int space, long bytes) {
    int row = row((short) device, space);
    if (row > 0) {
      MappedByteBuffer segment = records.segmentOf(row);
      int at = RecordArea.payloadOffset(row);
      long live = Words.addLong(segment, at + DEVICE_LIVE_BYTES, bytes) + bytes;
      Words.maxLong(segment, at + DEVICE_PEAK_BYTES, live);
      Words.addLong(segment, at + DEVICE_OPENED, 1);
    }
    return row != 0;
  }

  /** Counts the close of what was counted when it was opened. */
  public void closed(int device, int space, long bytes) {
    int row = row((short) device, space);
    if (row > 0) {
      MappedByteBuffer segment = records.segmentOf(row);
      int at = RecordArea.payloadOffset(row);
      Words.addLong(segment, at + DEVICE_LIVE_BYTES, -bytes);
      Words.addLong(segment, at + DEVICE_CLOSED, 1);
    }
  }

  /**
   * The number by which events name a space that was counted here, 0 for any other.
   *
   * @param space its text id
   */
  int ordinal(int space) {
    int[] known = spaces;
    for (int i = 0; i < known.length; i++) {
      if (known[i] == space) {
        return i + 1;
      }
    }
    return 0;
  }

  private void number(int space) {
    int[] known = spaces;
    if (ordinal(space) == 0 && known.length < MAX_EVENT_SPACES) {
      int[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = space;
      spaces = more;
    }
  }

  private int row(short device, int space) {
    long key = (long) device << 32 | space;
    Integer known = rows.get(key);
    return known != null ? known : append(key, device, space);
  }

  private int append(long key, int device, int space) {
    synchronized (records) {
      Integer known = rows.get(key);
      if (known != null) {
        return known;
      }
      if (rows.size() == MAX_ROWS) {
        return NO_ROW;
      }
      int id = records.reserve(RECORD_DEVICE, LENGTH, false);
      if (id != 0) {
        MappedByteBuffer segment = records.segmentOf(id);
        int at = RecordArea.payloadOffset(id);
        segment.putInt(at + DEVICE_ID, device);
        segment.putInt(at + DEVICE_SPACE, space);
        records.commit(id, LENGTH);
        number(space);
        rows.put(key, id);
      }
      return id;
    }
  }
}
