package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.EVENT_ADDRESS;
import static io.ttalloc.ledger.LedgerLayout.EVENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.EVENT_BYTES_HELD;
import static io.ttalloc.ledger.LedgerLayout.EVENT_DEVICE;
import static io.ttalloc.ledger.LedgerLayout.EVENT_NANOS;
import static io.ttalloc.ledger.LedgerLayout.EVENT_TALLY;

import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The recent events of one stripe; the oldest is overwritten. Wait-free. */
final class HistoryRing {
  private static final int PADDED_LENGTH = 64;

  private final MappedByteBuffer segment;
  private final int start;
  private final int mask;

  /**
   * The number of the next event stands in the middle of an array that takes more than two cache
   * lines: the counters of the other rings lie beside it.
   */
  private final AtomicIntegerArray next = new AtomicIntegerArray(PADDED_LENGTH);

  /**
   * @param start offset of the first event
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
    // No reader may take the new event's words for the old one's.
    VarHandle.storeStoreFence();
    segment.putLong(at + EVENT_BYTES_HELD, bytes);
    segment.putLong(at + EVENT_ADDRESS, address);
    segment.putInt(at + EVENT_TALLY, tally);
    segment.putInt(at + EVENT_DEVICE, (device & 0xFFFF) | kind << 16 | space << 24);
    Words.publishLong(segment, at + EVENT_NANOS, nanos);
  }
}
