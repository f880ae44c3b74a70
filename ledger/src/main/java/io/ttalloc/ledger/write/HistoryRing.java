package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.EVENT_ADDRESS;
import static io.ttalloc.ledger.RecordLayout.EVENT_BYTES;
import static io.ttalloc.ledger.RecordLayout.EVENT_BYTES_HELD;
import static io.ttalloc.ledger.RecordLayout.EVENT_DEVICE;
import static io.ttalloc.ledger.RecordLayout.EVENT_NANOS;
import static io.ttalloc.ledger.RecordLayout.EVENT_TALLY;

import io.ttalloc.ledger.mapped.Words;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The recent events of one stripe; the newest overwrites the oldest. Wait-free. */
final class HistoryRing {
  private static final int PADDED_LENGTH = 64;

  private final MappedByteBuffer segment;
  private final int start;
  private final int mask;

  /**
   * The number of the next event, in the middle of an array that is longer than two cache lines, so
   * that the numbers of two rings are never in the same line.
   */
  private final AtomicIntegerArray next = new AtomicIntegerArray(PADDED_LENGTH);

  /**
   * @param start the offset of the first event
   * @param capacity a power of two
   */
  HistoryRing(MappedByteBuffer segment, int start, int capacity) {
    this.segment = segment;
    this.start = start;
    this.mask = capacity - 1;
  }

  void record(int kind, int space, long nanos, int tally, int device, long address, long bytes) {
    int at = start + (next.getAndIncrement(PADDED_LENGTH / 2) & mask) * EVENT_BYTES;
    segment.putLong(at + EVENT_NANOS, 0);
    // A reader must not see parts of the new event together with the time of the overwritten one.
    VarHandle.storeStoreFence();
    segment.putLong(at + EVENT_BYTES_HELD, bytes);
    segment.putLong(at + EVENT_ADDRESS, address);
    segment.putInt(at + EVENT_TALLY, tally);
    segment.putInt(at + EVENT_DEVICE, (device & 0xFFFF) | kind << 16 | space << 24);
    Words.publishLong(segment, at + EVENT_NANOS, nanos);
  }
}
