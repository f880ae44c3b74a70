package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.KIND_RECORDS;
import static io.ttalloc.ledger.LedgerLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.LedgerLayout.RECORD_KIND;
import static io.ttalloc.ledger.LedgerLayout.RECORD_LENGTH;
import static io.ttalloc.ledger.LedgerLayout.RECORD_PADDING;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_HEADER_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

import java.nio.MappedByteBuffer;

/**
 * Appends records. A caller reserves space, fills the payload and commits it; all three under the
 * monitor of this object, so records are published in the order of their positions.
 *
 * <p>A caller that does not come to its commit (the stack of its thread overflows) leaves a gap,
 * behind which readers would see nothing: the next one closes it.
 */
final class RecordArea {
  private final SegmentedFile file;
  private int segmentNumber;
  private int end = SEGMENT_BYTES;

  /** Offset of a record that was reserved and not committed, 0 = none. */
  private int uncommitted;

  RecordArea(SegmentedFile file) {
    this.file = file;
  }

  /**
   * Reserves a record. Must be called, filled and {@linkplain #commit committed} while holding this
   * object's monitor.
   *
   * @param aligned whether the payload must start at a multiple of 64
   * @return the record's id, or 0 if the ledger cannot grow
   */
  int reserve(int kind, int length, boolean aligned) {
    if (uncommitted != 0) {
      pad(uncommitted, end);
      uncommitted = 0;
    }
    int start = aligned ? align(end) : end;
    if (start + RECORD_HEADER_BYTES + length > SEGMENT_BYTES) {
      int added = file.add(KIND_RECORDS);
      if (added == 0) {
        return 0;
      }
      segmentNumber = added;
      end = SEGMENT_HEADER_BYTES;
      start = aligned ? align(end) : end;
    }
    if (start > end) {
      pad(end, start);
      end = start;
    }
    file.segment(segmentNumber).putInt(start + RECORD_KIND, kind);
    uncommitted = start;
    end = start + RECORD_HEADER_BYTES + ((length + 7) & ~7);
    return (int) ((((long) segmentNumber << SEGMENT_SHIFT) + start) >>> 3);
  }

  /** Publishes a record that was reserved with this length of payload. */
  void commit(int id, int length) {
    int start = payloadOffset(id) - RECORD_HEADER_BYTES;
    Words.publishInt(segmentOf(id), start + RECORD_LENGTH, RECORD_HEADER_BYTES + length);
    uncommitted = 0;
  }

  /** Appends a record of four numbers; 0 if the ledger cannot grow. Under the monitor, too. */
  int append(int kind, int first, int second, int third, int fourth) {
    int length = 4 * Integer.BYTES;
    int id = reserve(kind, length, false);
    if (id != 0) {
      MappedByteBuffer segment = segmentOf(id);
      int at = payloadOffset(id);
      segment.putInt(at, first);
      segment.putInt(at + 4, second);
      segment.putInt(at + 8, third);
      segment.putInt(at + 12, fourth);
      commit(id, length);
    }
    return id;
  }

  private void pad(int from, int to) {
    MappedByteBuffer segment = file.segment(segmentNumber);
    segment.putInt(from + RECORD_KIND, RECORD_PADDING);
    Words.publishInt(segment, from + RECORD_LENGTH, to - from);
  }

  MappedByteBuffer segmentOf(int id) {
    return file.segment(id >>> (SEGMENT_SHIFT - 3));
  }

  /** Offset of a record's payload within its segment. */
  static int payloadOffset(int id) {
    return ((id << 3) & (SEGMENT_BYTES - 1)) + RECORD_HEADER_BYTES;
  }

  /** The next start at which a payload is 64-byte aligned and padding before it has a header. */
  private static int align(int from) {
    int start = ((from + RECORD_HEADER_BYTES + 63) & ~63) - RECORD_HEADER_BYTES;
    return start == from || start - from >= RECORD_HEADER_BYTES ? start : start + 64;
  }
}
