package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.record.RecordKinds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records of a ledger, in memory. Only the used part of each segment is kept.
 *
 * <p>An id is valid only if a record starts at its position. If ids could point into the middle of
 * other records, a small file could require a large heap. Thread-safe; another {@link #load} adds
 * the records that a running process has appended.
 */
public final class RecordStore {
  private static final int ID_SHIFT = SEGMENT_SHIFT - 3;
  public static final int CHUNK_BYTES = 1 << 14;

  private final boolean live;
  private volatile @Nullable Loaded[] segments = new @Nullable Loaded[0];

  public RecordStore(boolean live) {
    this.live = live;
  }

  /** Loads the records that were appended since the last call. */
  public synchronized void load(LedgerFile file, Damage damage) throws IOException {
    int count = file.segments();
    @Nullable Loaded[] all = Arrays.copyOf(segments, Math.max(count, segments.length));
    ByteBuffer head = LedgerFile.buffer(SEGMENT_HEADER_BYTES);
    ByteBuffer chunk = LedgerFile.buffer(CHUNK_BYTES);
    for (int number = 1; number < count; number++) {
      if (file.read(head, (long) number << SEGMENT_SHIFT) == 0) {
        // The file ends here. If it is too short, LedgerFile adds this to the damage.
        break;
      }
      int kind = head.getInt(SEGMENT_KIND);
      if (kind == KIND_RECORDS) {
        all[number] = append(file, number, all[number], chunk, damage);
      } else if (kind != KIND_SLOTS && kind != 0) {
        damage.add(": segment " + number + " has the unknown kind " + kind + " and is ignored");
      }
    }
    segments = all;
  }

  private Loaded append(
      LedgerFile file, int number, @Nullable Loaded before, ByteBuffer chunk, Damage damage)
      throws IOException {
    int start = before == null ? SEGMENT_HEADER_BYTES : before.resume;
    BitSet committed = new BitSet();
    int end = end(file, number, start, chunk, committed);
    if (before != null && end < before.bytes.capacity()) {
      // The file was truncated or overwritten since the last call: keep the earlier content.
      return before;
    }
    if (before != null && end <= start) {
      return before;
    }
    // A record whose kind was set in the first reading is complete in this second one. Lengths are
    // checked again, because the file may have been truncated or overwritten in between.
    ByteBuffer kept = LedgerFile.buffer(end);
    int available = file.read(kept, position(number, 0));
    BitSet starts = new BitSet();
    int bound = available < end ? available : SEGMENT_BYTES;
    int found = scan(kept, start, Math.min(end, available), bound, number, starts, damage);
    if (live) {
      starts.and(committed);
    }
    if (before != null) {
      kept.put(0, before.bytes, 0, start);
      starts.or(before.starts);
    }
    int resume = firstUncommitted(committed, kept, start, found);
    return new Loaded(kept, live ? resume : found, starts);
  }

  /** The offset at which the next reading must begin: the first uncommitted record, or the end. */
  private static int firstUncommitted(BitSet committed, ByteBuffer bytes, int from, int end) {
    int at = from;
    while (at < end && committed.get(at >>> 3)) {
      at = Math.min(end, at + roundUp(bytes.getInt(at + RECORD_LENGTH)));
    }
    return at;
  }

  private static int roundUp(int length) {
    return length + RECORD_ALIGNMENT - 1 & -RECORD_ALIGNMENT;
  }

  /**
   * The size of the used part of a segment. The used part ends with the last record, or with the
   * header of the first record whose length is impossible. The segment is read in chunks, because
   * at exit the heap may not have space for a whole segment.
   *
   * @param committed receives the offsets of committed records
   */
  private static int end(LedgerFile file, int number, int from, ByteBuffer chunk, BitSet committed)
      throws IOException {
    int at = from;
    int first = 0;
    int limit = 0;
    while (at + RECORD_HEADER_BYTES <= SEGMENT_BYTES) {
      if (at + RECORD_HEADER_BYTES > limit) {
        first = at;
        limit = Math.min(SEGMENT_BYTES, at + file.read(chunk, position(number, at)));
        if (at + RECORD_HEADER_BYTES > limit) {
          break;
        }
      }
      int length = chunk.getInt(at - first + RECORD_LENGTH);
      if (length == 0) {
        break;
      }
      if (length < RECORD_HEADER_BYTES || length > SEGMENT_BYTES - at) {
        return at + RECORD_HEADER_BYTES;
      }
      if (chunk.getInt(at - first + RECORD_KIND) != RECORD_UNCOMMITTED) {
        committed.set(at >>> 3);
      }
      at = Math.min(SEGMENT_BYTES, at + roundUp(length));
    }
    return at;
  }

  /**
   * Collects the offsets of usable records and returns the end of the last record.
   *
   * @param limit the end of the bytes that were read
   * @param bound the maximum end of the last record
   */
  private static int scan(
      ByteBuffer bytes, int from, int limit, int bound, int number, BitSet starts, Damage damage) {
    int at = from;
    while (at + RECORD_HEADER_BYTES <= limit) {
      int length = bytes.getInt(at + RECORD_LENGTH);
      if (length == 0) {
        break;
      }
      if (length < RECORD_HEADER_BYTES || length > bound - at) {
        damage.add(
            String.format(
                ": the record at 0x%x says that it is %s bytes long, expected %d to %d; the rest of"
                    + " segment %d is ignored",
                position(number, at),
                Integer.toUnsignedString(length),
                RECORD_HEADER_BYTES,
                bound - at,
                number));
        break;
      }
      int kind = bytes.getInt(at + RECORD_KIND);
      int payload = length - RECORD_HEADER_BYTES;
      // The writer of an uncommitted record is still writing or has failed: nothing refers to the
      // record.
      if (kind != RECORD_UNCOMMITTED && isUsable(kind, payload, position(number, at), damage)) {
        starts.set(at >>> 3);
      }
      at = Math.min(limit, at + roundUp(length));
    }
    return at;
  }

  /** Whether a record is of a known kind and long enough; if not, adds a sentence to the damage. */
  private static boolean isUsable(int kind, int payload, long position, Damage damage) {
    int min = RecordKinds.leastBytes(kind);
    if (payload < min) {
      damage.add(
          String.format(
              ": the record at 0x%x is of kind %d and has %d bytes, expected at least %d; it is"
                  + " ignored",
              position, kind, payload, min));
      return false;
    }
    if (min < 0) {
      damage.add(
          String.format(
              ": the record at 0x%x has the unknown kind %d and is ignored", position, kind));
      return false;
    }
    return true;
  }

  private static long position(int number, int at) {
    return ((long) number << SEGMENT_SHIFT) + at;
  }

  /** The record with the given id; null if there is no such record, or if it is of another kind. */
  public @Nullable Payload find(int id, int kind) {
    @Nullable Loaded[] all = segments;
    int number = id >>> ID_SHIFT;
    if (id <= 0 || number >= all.length) {
      return null;
    }
    Loaded segment = all[number];
    int start = id & (1 << ID_SHIFT) - 1;
    if (segment == null || !segment.starts.get(start)) {
      return null;
    }
    Payload found = segment.payload(id, start << 3);
    return found.kind() == kind ? found : null;
  }

  /** Calls the visitor with every record, in the order in which they were written. */
  public void forEach(Consumer<Payload> visitor) {
    @Nullable Loaded[] all = segments;
    for (int number = 1; number < all.length; number++) {
      Loaded segment = all[number];
      if (segment != null) {
        int base = number << ID_SHIFT;
        for (int start = segment.starts.nextSetBit(0);
            start >= 0;
            start = segment.starts.nextSetBit(start + 1)) {
          visitor.accept(segment.payload(base | start, start << 3));
        }
      }
    }
  }

  /** The used part of one segment. */
  private record Loaded(ByteBuffer bytes, int resume, BitSet starts) {
    Payload payload(int id, int at) {
      return new Payload(
          id,
          bytes.getInt(at + RECORD_KIND),
          bytes,
          at + RECORD_HEADER_BYTES,
          bytes.getInt(at + RECORD_LENGTH) - RECORD_HEADER_BYTES);
    }
  }
}
