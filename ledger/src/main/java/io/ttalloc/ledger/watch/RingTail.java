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
 * position of its next event. This class finds the position by a binary search over the times of
 * the events, which ascend up to that position. Events that several threads of one stripe write at
 * the same time may be a few positions out of order; then some of them are missed or repeated. Not
 * thread-safe.
 */
final class RingTail {
  private final long start;
  private final int capacity;
  private final ByteBuffer time = LedgerFile.buffer(Long.BYTES);
  private int next;
  private long lastNanos;

  /**
   * Creates the state of a ring that has not been read yet.
   *
   * @param payload the position in the file of the payload of the ring's record
   * @param capacity the number of events that the ring can hold; at least 1
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
    long first = nanos(file, next);
    if (first == 0 || first < lastNanos) {
      return 0;
    }
    int ascending = ascendingFrom(file, first);
    // The oldest event follows the latest one. If even the oldest event is new, all events in the
    // ring are new.
    int count = nanos(file, next + ascending) > lastNanos ? capacity : ascending;
    int end = next + ascending + capacity;
    int from = end - Math.min(max, count);
    // Events that wrap around the end of the ring are read in two parts.
    int turn = Math.max(from, end - end % capacity);
    visit(file, from, turn, visitor);
    visit(file, turn, end, visitor);
    lastNanos = nanos(file, end - 1);
    next = end % capacity;
    return count;
  }

  /** The number of events from the position {@code next} up to the latest event. */
  private int ascendingFrom(LedgerFile file, long first) throws IOException {
    int low = 1;
    int high = capacity;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nanos(file, next + middle) >= first) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long nanos(LedgerFile file, int index) throws IOException {
    file.read(time, position(index) + EVENT_NANOS);
    return time.getLong(0);
  }

  private long position(int index) {
    return start + (long) (index % capacity) * EVENT_BYTES;
  }

  /** Visits the events that are the same in two readings; the range must not wrap around. */
  private void visit(LedgerFile file, int from, int to, Consumer<ByteBuffer> visitor)
      throws IOException {
    if (from >= to) {
      return;
    }
    ByteBuffer events = LedgerFile.buffer((to - from) * EVENT_BYTES);
    ByteBuffer again = LedgerFile.buffer((to - from) * EVENT_BYTES);
    file.read(events, position(from));
    file.read(again, position(from));
    for (int at = 0; at < events.capacity(); at += EVENT_BYTES) {
      ByteBuffer event = events.slice(at, EVENT_BYTES);
      if (event.equals(again.slice(at, EVENT_BYTES))) {
        visitor.accept(event.order(events.order()));
      }
    }
  }
}
