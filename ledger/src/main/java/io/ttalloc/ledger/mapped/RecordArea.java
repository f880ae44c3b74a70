package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.KIND_RECORDS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_HEADER_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;
import static io.ttalloc.ledger.RecordLayout.RECORD_ALIGNMENT;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_KIND;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;
import static io.ttalloc.ledger.RecordLayout.RECORD_PADDING;

import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Appends records. Lock-free.
 *
 * <p>A thread reserves space by changing the length word after the last record from 0 to the length
 * of the new record. A thread that then fails or is suspended blocks no other thread: a record that
 * is never committed is skipped.
 */
public final class RecordArea {
  private static final int CACHE_LINE = 64;

  private final SegmentedFile file;

  /**
   * The segment and offset, in one word, at which to start searching for the end of the last
   * record. This position is never past that end.
   */
  private final AtomicLong tail = new AtomicLong();

  private final Spares spares = new Spares();

  public RecordArea(SegmentedFile file) {
    this.file = file;
  }

  /**
   * Reserves space for a record, which the caller fills and {@linkplain #commit commits}.
   *
   * @param length the length of the payload in bytes
   * @param aligned whether the payload must start at a multiple of 64
   * @return the record's id, or 0 if the ledger cannot grow
   */
  public int reserve(int length, boolean aligned) {
    while (true) {
      long from = tail.get();
      int number = (int) (from >>> SEGMENT_SHIFT);
      int end = number == 0 ? SEGMENT_BYTES : endOf(number, (int) from & (SEGMENT_BYTES - 1));
      int start = aligned ? align(end) : end;
      int size = roundUp(RECORD_HEADER_BYTES + length);
      if (start + size > SEGMENT_BYTES) {
        if (!nextSegment(from)) {
          return 0;
        }
      } else if (start > end) {
        pad(number, end, start - end);
      } else if (Words.compareAndSetInt(
          file.segment(number), start + RECORD_LENGTH, 0, RECORD_HEADER_BYTES + length)) {
        advance(from, number, start + size);
        return (int) ((((long) number << SEGMENT_SHIFT) + start) >>> 3);
      }
    }
  }

  private int endOf(int number, int from) {
    MappedByteBuffer segment = file.segment(number);
    int end = from;
    while (end < SEGMENT_BYTES) {
      int length = Words.getInt(segment, end + RECORD_LENGTH);
      if (length == 0) {
        return end;
      }
      // The file was overwritten by another program: no record is shorter than its header or
      // extends beyond the segment.
      if (length < RECORD_HEADER_BYTES || length > SEGMENT_BYTES - end) {
        return SEGMENT_BYTES;
      }
      end += roundUp(length);
    }
    return end;
  }

  private void advance(long from, int number, int end) {
    if (end < SEGMENT_BYTES) {
      tail.compareAndSet(from, (long) number << SEGMENT_SHIFT | end);
    }
  }

  private void pad(int number, int at, int length) {
    MappedByteBuffer segment = file.segment(number);
    if (Words.compareAndSetInt(segment, at + RECORD_LENGTH, 0, length)) {
      Words.publishInt(segment, at + RECORD_KIND, RECORD_PADDING);
    }
  }

  /** Begins a new segment unless another thread has; returns false if no segment is available. */
  private boolean nextSegment(long full) {
    if (tail.get() != full) {
      return true;
    }
    int kept = spares.take();
    int next = kept != 0 ? kept : file.take(KIND_RECORDS);
    if (next == 0) {
      // Another thread may have taken the last segment, which has space for this record as well.
      return tail.get() != full;
    }
    if (!tail.compareAndSet(full, (long) next << SEGMENT_SHIFT | SEGMENT_HEADER_BYTES)) {
      spares.keep(next);
    }
    return true;
  }

  /** Publishes a record whose payload has been written. */
  public void commit(int id, int kind) {
    Words.publishInt(segmentOf(id), headerOffset(id) + RECORD_KIND, kind);
  }

  public MappedByteBuffer segmentOf(int id) {
    return file.segment(id >>> (SEGMENT_SHIFT - 3));
  }

  /** The offset of a record's header within its segment. */
  public static int headerOffset(int id) {
    return (id << 3) & (SEGMENT_BYTES - 1);
  }

  /** The offset of a record's payload within its segment. */
  public static int payloadOffset(int id) {
    return headerOffset(id) + RECORD_HEADER_BYTES;
  }

  private static int roundUp(int length) {
    return (length + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT;
  }

  /** The next offset at which a record with a 64-byte aligned payload can start. */
  private static int align(int from) {
    return ((from + RECORD_HEADER_BYTES + CACHE_LINE - 1) & -CACHE_LINE) - RECORD_HEADER_BYTES;
  }
}
