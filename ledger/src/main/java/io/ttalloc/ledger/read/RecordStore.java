package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records of a ledger, in memory. Of each segment only the part that is in use is kept.
 *
 * <p>A record is found only by the position at which one starts: an id that points into the middle
 * of another record would let a small file unfold into a large heap. Thread-safe; records that a
 * running process appends are taken over by another {@link #load}.
 */
final class RecordStore {
  private static final int ID_SHIFT = SEGMENT_SHIFT - 3;

  private final Path path;
  private final boolean live;
  private volatile @Nullable Loaded[] segments = new @Nullable Loaded[0];

  RecordStore(Path path, boolean live) {
    this.path = path;
    this.live = live;
  }

  /** Loads what was appended since the last call. */
  synchronized void load(LedgerFile file, Damage damage) throws IOException {
    int count = file.segments();
    @Nullable Loaded[] all = Arrays.copyOf(segments, Math.max(count, segments.length));
    ByteBuffer head = LedgerFile.buffer(SEGMENT_HEADER_BYTES);
    ByteBuffer scratch = LedgerFile.buffer(SEGMENT_BYTES);
    for (int number = 1; number < count; number++) {
      file.read(head, (long) number << SEGMENT_SHIFT);
      int kind = head.getInt(SEGMENT_KIND);
      if (kind == KIND_RECORDS) {
        all[number] = append(file, number, all[number], scratch, damage);
      } else if (kind != KIND_SLOTS && kind != 0) {
        damage.add(": segment " + number + " is of the unknown kind " + kind + " and is ignored");
      }
    }
    segments = all;
  }

  private Loaded append(
      LedgerFile file, int number, @Nullable Loaded before, ByteBuffer scratch, Damage damage)
      throws IOException {
    int start = before == null ? SEGMENT_HEADER_BYTES : before.end;
    long position = (long) number << SEGMENT_SHIFT;
    int available = file.read(scratch, position);
    BitSet starts = new BitSet();
    int end = scan(scratch, start, available, number, starts, damage);
    if (before != null && end == start) {
      return before;
    }
    if (live) {
      // Whatever had its length stored at the first reading is complete in a second one. That one
      // is walked too: a file may be cut or overwritten by anybody between the two.
      available = file.read(scratch, position);
      starts.clear();
      end = scan(scratch, start, Math.min(end, available), number, starts, new Damage(path));
    }
    ByteBuffer kept = LedgerFile.buffer(end);
    kept.put(0, scratch, 0, end);
    if (before != null) {
      kept.put(0, before.bytes, 0, start);
      starts.or(before.starts);
    }
    return new Loaded(kept, end, starts);
  }

  /** Notes where records start and returns where the last one ends. */
  private static int scan(
      ByteBuffer bytes, int from, int limit, int number, BitSet starts, Damage damage) {
    int at = from;
    while (at + RECORD_HEADER_BYTES <= limit) {
      int length = bytes.getInt(at + RECORD_LENGTH);
      if (length == 0) {
        break;
      }
      if (length < RECORD_HEADER_BYTES || length > limit - at) {
        damage.add(
            String.format(
                ": the record at 0x%x says that it is %s bytes long, expected %d to %d; the rest of"
                    + " segment %d is ignored",
                position(number, at),
                Integer.toUnsignedString(length),
                RECORD_HEADER_BYTES,
                limit - at,
                number));
        break;
      }
      int kind = bytes.getInt(at + RECORD_KIND);
      int payload = length - RECORD_HEADER_BYTES;
      int least = least(kind);
      if (payload < least) {
        damage.add(
            String.format(
                ": the record at 0x%x is of kind %d and has %d bytes, expected at least %d; it is"
                    + " ignored",
                position(number, at), kind, payload, least));
      } else if (least < 0) {
        damage.add(
            String.format(
                ": the record at 0x%x is of the unknown kind %d and is ignored",
                position(number, at), kind));
      } else {
        starts.set(at >>> 3);
      }
      at = Math.min(limit, at + (length + 7 & ~7));
    }
    return at;
  }

  private static long position(int number, int at) {
    return ((long) number << SEGMENT_SHIFT) + at;
  }

  /** How long the payload of a record of this kind is at least; -1 if there is no such kind. */
  private static int least(int kind) {
    return switch (kind) {
      case RECORD_TEXT, RECORD_STACK, RECORD_PADDING -> 0;
      case RECORD_FRAME -> FRAME_LINE + Integer.BYTES;
      case RECORD_TYPE -> TYPE_FLAGS + Integer.BYTES;
      case RECORD_TALLY -> TALLY_HEAD_BYTES + STRIPES * STRIPE_BYTES;
      case RECORD_LIFETIMES -> Tallies.LIFETIMES_BYTES;
      case RECORD_STATISTICS -> STATISTICS_BYTES;
      case RECORD_CLOSE_SITE -> CLOSE_SITE_COUNT + Long.BYTES;
      case RECORD_MISUSE -> MISUSE_COUNT + Long.BYTES;
      case RECORD_DEVICE -> DEVICE_CLOSED + Long.BYTES;
      case RECORD_SITE -> 3 * Integer.BYTES;
      case RECORD_HISTORY -> HISTORY_HEAD_BYTES;
      case RECORD_THREAD -> THREAD_BYTES;
      default -> -1;
    };
  }

  /** The record with this id, or null if there is none or it is of another kind. */
  @Nullable Payload find(int id, int kind) {
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
  void forEach(Consumer<Payload> visitor) {
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

  /** The used part of one segment. Immutable. */
  private static final class Loaded {
    private final ByteBuffer bytes;
    private final int end;
    private final BitSet starts;

    Loaded(ByteBuffer bytes, int end, BitSet starts) {
      this.bytes = bytes;
      this.end = end;
      this.starts = starts;
    }

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
