package io.ttalloc.ledger.watch;

import static io.ttalloc.ledger.RecordLayout.EVENT_BYTES;
import static io.ttalloc.ledger.RecordLayout.EVENT_NANOS;
import static io.ttalloc.ledger.RecordLayout.HISTORY_HEAD_BYTES;

import io.ttalloc.ledger.bytes.LedgerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Follows one ring of recent events while its process writes to it. A ring does not store the
 * position of its next event: it is the one after the latest. Events that several threads of one
 * stripe write at the same time may be a few positions out of order; then some of them are missed.
 * Not thread-safe.
 */
final class RingTail {
  private final long start;
  private final int capacity;
  private long lastNanos;

  /**
   * Creates the state of a ring that has not been read yet.
   *
   * @param payload position of its record's payload in the file
   * @param capacity in events; at least 1
   */
  RingTail(long payload, int capacity) {
    this.start = payload + HISTORY_HEAD_BYTES;
    this.capacity = capacity;
  }

  /**
   * Visits the latest events since the last call, in the order of the ring.
   *
   * @param max the maximum number of events to visit
   * @param visitor gets a buffer that starts with the event, valid only during the call
   * @return the number of new events; at most the capacity of the ring
   */
  int read(LedgerFile file, int max, Consumer<ByteBuffer> visitor) throws IOException {
    ByteBuffer events = whole(file);
    // An event that differs between two readings is being written.
    ByteBuffer again = whole(file);
    int count = 0;
    int latest = 0;
    long latestNanos = lastNanos;
    for (int i = 0; i < capacity; i++) {
      long nanos = events.getLong(i * EVENT_BYTES + EVENT_NANOS);
      if (nanos > lastNanos) {
        count++;
      }
      if (nanos > latestNanos) {
        latest = i;
        latestNanos = nanos;
      }
    }
    lastNanos = latestNanos;
    for (int before = Math.min(max, count) - 1; before >= 0; before--) {
      int at = Math.floorMod(latest - before, capacity) * EVENT_BYTES;
      ByteBuffer event = events.slice(at, EVENT_BYTES);
      if (event.equals(again.slice(at, EVENT_BYTES))) {
        visitor.accept(event.order(events.order()));
      }
    }
    return count;
  }

  private ByteBuffer whole(LedgerFile file) throws IOException {
    ByteBuffer events = LedgerFile.buffer(capacity * EVENT_BYTES);
    file.read(events, start);
    return events;
  }
}
