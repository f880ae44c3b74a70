package io.ttalloc.ledger.watch;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.record.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The positions of counter records and event rings in a growing ledger. Reads each record's header
 * once, and then only what was appended. Not thread-safe.
 */
final class CounterRecords {
  /**
   * The maximum number of records of one kind. No writer creates that many; if a damaged file has
   * more, the rest are ignored.
   */
  private static final int MAX_RECORDS = 1 << 18;

  private static final int CHUNK_BYTES = 1 << 14;
  private static final int BLOCK_BYTES = 1 << 16;

  /**
   * The maximum gap between two records that are read in one call: reading that many unneeded bytes
   * is cheaper than another call.
   */
  private static final int GAP_BYTES = 1 << 12;

  private static final int UNKNOWN = 0;
  private static final int WITHOUT_RECORDS = -1;

  private final Ids tallies = new Ids();
  private final Ids devices = new Ids();
  private final Ids spaces = new Ids();
  private final Ids histories = new Ids();
  private final Ids uncommitted = new Ids();
  private final ByteBuffer head = LedgerFile.buffer(RECORD_HEADER_BYTES);
  private final ByteBuffer chunk = LedgerFile.buffer(CHUNK_BYTES);
  private final ByteBuffer block = LedgerFile.buffer(BLOCK_BYTES);

  /**
   * For each segment, the offset of the next record, {@link #UNKNOWN} or {@link #WITHOUT_RECORDS}.
   */
  private int[] next = new int[0];

  /** Finds the records that were appended since the last call. */
  void find(LedgerFile file) throws IOException {
    int count = file.segments();
    next = Arrays.copyOf(next, Math.max(count, next.length));
    for (int number = 1; number < count; number++) {
      if (next[number] == UNKNOWN) {
        next[number] = first(file, number);
      }
      if (next[number] > 0) {
        next[number] = scan(file, number, next[number]);
      }
    }
    Ids before = new Ids();
    for (int i = 0; i < uncommitted.count; i++) {
      before.add(uncommitted.ids[i]);
    }
    uncommitted.count = 0;
    for (int i = 0; i < before.count; i++) {
      int id = before.ids[i];
      file.read(head, recordPosition(id));
      add(id, head.getInt(RECORD_KIND), head.getInt(RECORD_LENGTH));
    }
    tallies.sort();
    devices.sort();
    spaces.sort();
  }

  private int first(LedgerFile file, int number) throws IOException {
    file.read(head, (long) number << SEGMENT_SHIFT);
    return switch (head.getInt(SEGMENT_KIND)) {
      case KIND_RECORDS -> SEGMENT_HEADER_BYTES;
      case UNKNOWN -> UNKNOWN;
      default -> WITHOUT_RECORDS;
    };
  }

  /** Collects the records from an offset on; returns the offset of the next one. */
  private int scan(LedgerFile file, int number, int from) throws IOException {
    long base = (long) number << SEGMENT_SHIFT;
    int at = from;
    int start = from;
    int limit = from;
    while (at + RECORD_HEADER_BYTES <= SEGMENT_BYTES) {
      if (at + RECORD_HEADER_BYTES > limit) {
        // Usually nothing was appended, so the first read is a small one.
        ByteBuffer into = at == from ? head : chunk;
        int found = file.read(into, base + at);
        if (found < RECORD_HEADER_BYTES) {
          return at;
        }
        if (at == from) {
          if (head.getInt(RECORD_LENGTH) == 0) {
            return at;
          }
          file.read(chunk, base + at);
        }
        start = at;
        limit = Math.min(SEGMENT_BYTES, at + CHUNK_BYTES);
      }
      int length = chunk.getInt(at - start + RECORD_LENGTH);
      if (length == 0) {
        return at;
      }
      if (length < RECORD_HEADER_BYTES || length > SEGMENT_BYTES - at) {
        // The following records cannot be found; a report mentions this damage.
        return WITHOUT_RECORDS;
      }
      add((int) ((base + at) >>> 3), chunk.getInt(at - start + RECORD_KIND), length);
      at += length + RECORD_ALIGNMENT - 1 & -RECORD_ALIGNMENT;
    }
    return WITHOUT_RECORDS;
  }

  private void add(int id, int kind, int length) {
    int payload = length - RECORD_HEADER_BYTES;
    switch (kind) {
      case RECORD_TALLY -> {
        if (payload >= TALLY_BYTES) {
          tallies.add(id);
        }
      }
      case RECORD_DEVICE -> {
        if (payload >= DEVICE_BYTES) {
          devices.add(id);
        }
      }
      case RECORD_SPACE -> {
        if (payload >= SPACE_BYTES) {
          spaces.add(id);
        }
      }
      case RECORD_HISTORY -> histories.add(id);
      case RECORD_UNCOMMITTED -> uncommitted.add(id);
      default -> {
        // The record is not a counter.
      }
    }
  }

  /** Calls the visitor with every tally; a payload is valid only during the call. */
  void forEachTally(LedgerFile file, Consumer<Payload> visitor) throws IOException {
    forEach(file, tallies, RECORD_TALLY, TALLY_BYTES, visitor);
  }

  /** Calls the visitor with every device row; a payload is valid only during the call. */
  void forEachDevice(LedgerFile file, Consumer<Payload> visitor) throws IOException {
    forEach(file, devices, RECORD_DEVICE, DEVICE_BYTES, visitor);
  }

  /** Calls the visitor with every space; a payload is valid only during the call. */
  void forEachSpace(LedgerFile file, Consumer<Payload> visitor) throws IOException {
    forEach(file, spaces, RECORD_SPACE, SPACE_BYTES, visitor);
  }

  /** The ids of the rings of recent events. */
  int[] histories() {
    return Arrays.copyOf(histories.ids, histories.count);
  }

  private void forEach(LedgerFile file, Ids of, int kind, int bytes, Consumer<Payload> visitor)
      throws IOException {
    int i = 0;
    while (i < of.count) {
      long start = payload(of.ids[i]);
      int end = i + 1;
      while (end < of.count
          && payload(of.ids[end]) - payload(of.ids[end - 1]) <= bytes + GAP_BYTES
          && payload(of.ids[end]) + bytes - start <= BLOCK_BYTES) {
        end++;
      }
      block.limit((int) (payload(of.ids[end - 1]) + bytes - start));
      file.read(block.slice().order(block.order()), start);
      for (; i < end; i++) {
        int at = (int) (payload(of.ids[i]) - start);
        visitor.accept(new Payload(of.ids[i], kind, block, at, bytes));
      }
      block.clear();
    }
  }

  private static long payload(int id) {
    return recordPosition(id) + RECORD_HEADER_BYTES;
  }

  /** A list of record ids without boxing. */
  private static final class Ids {
    private int[] ids = new int[16];
    private int count;
    private boolean sorted = true;

    void add(int id) {
      if (count < MAX_RECORDS) {
        if (count == ids.length) {
          ids = Arrays.copyOf(ids, count * 2);
        }
        sorted = sorted && (count == 0 || ids[count - 1] < id);
        ids[count++] = id;
      }
    }

    void sort() {
      if (!sorted) {
        Arrays.sort(ids, 0, count);
        sorted = true;
      }
    }
  }
}
