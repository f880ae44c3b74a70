package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.HolderRecord;
import io.ttalloc.ledger.record.NotWovenRecord;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.SuperTypeRecord;
import io.ttalloc.ledger.record.SystemCodeRecord;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/**
 * Writes a ledger by hand: a second writer that shares only the layout with the real writer. Stores
 * each value through {@link StoredBytes}, so that a test can let the writer die between any two
 * stores.
 */
public final class LedgerBytes extends StoredBytes {
  static final long CLOCK_BASE_NANOS = 5_000_000_000L;
  static final long CLOCK_BASE_EPOCH_NANOS = 1_700_000_000_000_000_000L;
  static final long STARTED_MILLIS = 1_699_999_999_000L;

  private int segments;
  private int recordSegment;
  private int recordEnd;
  private int slotSegment;
  private int nextSlot = SLOTS_PER_SEGMENT;

  public LedgerBytes() {
    addSegment(0);
    putLong(HEADER_MAGIC, MAGIC);
    putInt(HEADER_VERSION, VERSION);
    putInt(HEADER_SEGMENT_BYTES, SEGMENT_BYTES);
    putLong(HEADER_PID, 4242);
    putLong(HEADER_STARTED_MILLIS, STARTED_MILLIS);
    putLong(HEADER_CLOCK_BASE_NANOS, CLOCK_BASE_NANOS);
    putLong(HEADER_CLOCK_BASE_EPOCH_NANOS, CLOCK_BASE_EPOCH_NANOS);
    putInt(HEADER_COMMAND, text("demo mesh"));
    putInt(HEADER_JVM, text("OpenJDK 17"));
    putInt(HEADER_READY, READY);
  }

  // --- segments and records ----------------------------------------------------------------

  public int addSegment(int kind) {
    if (isDead()) {
      return segments - 1;
    }
    grow(SEGMENT_BYTES);
    int number = segments++;
    putInt(number * SEGMENT_BYTES + SEGMENT_KIND, kind);
    putInt(HEADER_SEGMENTS, segments);
    return number;
  }

  /**
   * Appends a record. The length is stored first, then {@code fill} stores the payload, and the
   * kind is stored last.
   */
  public int record(int kind, int payloadBytes, IntConsumer fill) {
    return record(kind, payloadBytes, false, fill);
  }

  public int record(int kind, int payloadBytes, boolean aligned, IntConsumer fill) {
    int start = aligned ? aligned(recordEnd) : recordEnd;
    if (recordSegment == 0 || start + RECORD_HEADER_BYTES + payloadBytes > SEGMENT_BYTES) {
      recordSegment = addSegment(KIND_RECORDS);
      recordEnd = SEGMENT_HEADER_BYTES;
      start = aligned ? aligned(recordEnd) : recordEnd;
    }
    int base = recordSegment * SEGMENT_BYTES;
    if (start > recordEnd) {
      putInt(base + recordEnd + RECORD_LENGTH, start - recordEnd);
      putInt(base + recordEnd + RECORD_KIND, RECORD_PADDING);
    }
    putInt(base + start + RECORD_LENGTH, RECORD_HEADER_BYTES + payloadBytes);
    fill.accept(base + start + RECORD_HEADER_BYTES);
    recordEnd = start + RECORD_HEADER_BYTES + (payloadBytes + 15) / 16 * 16;
    commit((base + start) / 8, kind);
    return (base + start) / 8;
  }

  /** Publishes a record, or changes the kind of a published one. */
  public void commit(int record, int kind) {
    putInt(record * 8 + RECORD_KIND, kind);
  }

  private static int aligned(int from) {
    int start = from;
    while ((start + RECORD_HEADER_BYTES) % 64 != 0) {
      start += 16;
    }
    return start;
  }

  public int ints(int kind, int... values) {
    return record(
        kind,
        values.length * Integer.BYTES,
        at -> {
          for (int i = 0; i < values.length; i++) {
            putInt(at + i * Integer.BYTES, values[i]);
          }
        });
  }

  public int text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return record(
        RECORD_TEXT,
        utf8.length,
        at -> {
          for (int i = 0; i < utf8.length; i++) {
            store(at + i, new byte[] {utf8[i]});
          }
        });
  }

  public int frame(String className, String method, String file, int line) {
    int fileId = file == null ? 0 : text(file);
    return ints(RECORD_FRAME, text(className), text(method), fileId, line);
  }

  public int stack(int... frames) {
    return ints(RECORD_STACK, frames);
  }

  public int type(String name, String className, int flags) {
    return ints(RECORD_TYPE, text(name), text(className), flags, 0, 0);
  }

  /** Adds a guard; the text with the given id is the name of its class, method and variable. */
  public void guard(int text) {
    ints(GuardRecord.NUMBER, text, text, 12, text, 0, 0);
  }

  /** Adds a tally of a type with a limit. */
  public int limitedTally(int stack) {
    int name = text("limited");
    return tally(ints(RECORD_TYPE, name, name, 0, 0, 0, 0, 9, 1), stack);
  }

  /** Adds a tally that has counted one opening. */
  public int tally(int type, int stack) {
    int tally = unusedTally(type, stack);
    count(tally, 0, COUNT_OPENED, 1);
    return tally;
  }

  public int unusedTally(int type, int stack) {
    return record(
        RECORD_TALLY,
        TALLY_BYTES,
        true,
        at -> {
          putInt(at + TALLY_TYPE, type);
          putInt(at + TALLY_STACK, stack);
        });
  }

  public void count(int tally, int stripe, int counter, long value) {
    putLong(payload(tally) + TALLY_HEAD_BYTES + stripe * STRIPE_BYTES + counter, value);
  }

  public int lifetimes(int tally) {
    int id = record(RECORD_LIFETIMES, LIFETIMES_BYTES, true, at -> {});
    putInt(payload(tally) + TALLY_LIFETIMES, id);
    return id;
  }

  public void lifetime(int lifetimes, int stripe, int bucket, int value) {
    putInt(payload(lifetimes) + (stripe * LifetimeBuckets.COUNT + bucket) * 4, value);
  }

  public int history(int capacity) {
    return record(
        RECORD_HISTORY,
        HISTORY_HEAD_BYTES + capacity * EVENT_BYTES,
        true,
        at -> putInt(at + HISTORY_CAPACITY, capacity));
  }

  public void event(
      int ring, int index, long nanos, int kind, int tally, int device, long address) {
    int at = payload(ring) + HISTORY_HEAD_BYTES + index * EVENT_BYTES;
    putLong(at + EVENT_BYTES_HELD, 64);
    putLong(at + EVENT_ADDRESS, address);
    putInt(at + EVENT_TALLY, tally);
    putShort(at + EVENT_DEVICE, device);
    putShort(at + EVENT_KIND, kind);
    putLong(at + EVENT_NANOS, nanos);
  }

  public static int payload(int recordId) {
    return recordId * 8 + RECORD_HEADER_BYTES;
  }

  // --- slots -------------------------------------------------------------------------------

  public int takeSlot() {
    if (nextSlot == SLOTS_PER_SEGMENT) {
      slotSegment = addSegment(KIND_SLOTS);
      nextSlot = 1;
    }
    return slotSegment << SLOTS_PER_SEGMENT_SHIFT | nextSlot++;
  }

  public static int slot(int index) {
    return index << SLOT_SHIFT;
  }

  /** Publishes a slot. */
  public void state(int slot, int generation, int state) {
    putInt(slot(slot) + SLOT_STATE, generation << GENERATION_SHIFT | state);
  }

  /** Opens a resource with the given tally and number of bytes, in a slot of generation 1. */
  public int open(int tally, long held) {
    int slot = takeSlot();
    putInt(slot(slot) + SLOT_TALLY, tally);
    putLong(slot(slot) + SLOT_BYTES_HELD, held);
    putLong(slot(slot) + SLOT_OPENED_NANOS, 1000);
    state(slot, 1, STATE_OPEN);
    return slot;
  }

  /** Adds an extension with facts to a slot. */
  public int extend(int slot) {
    return link(slot, SLOT_EXTENSION);
  }

  private int link(int owner, int word) {
    int extension = takeSlot();
    state(extension, 1, STATE_EXTENSION);
    putInt(slot(owner) + word, extension);
    return extension;
  }

  /** Adds the first piece of a label to the given extension with facts. */
  public int labelPiece(int facts, String text) {
    return piece(link(facts, EXTENSION_LABEL), text);
  }

  /** Adds the first piece of an entry's name to the given extension with facts. */
  public int entryPiece(int facts, String text) {
    return piece(link(facts, EXTENSION_ENTRY), text);
  }

  public int nextPiece(int previous, String text) {
    return piece(link(previous, PIECE_NEXT), text);
  }

  private int piece(int piece, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    putInt(slot(piece) + PIECE_LENGTH, utf8.length);
    store(slot(piece) + PIECE_TEXT, utf8);
    return piece;
  }

  /** Adds records that name classes and methods; every name is the text with the given id. */
  public void codeByName(int name) {
    ints(SiteRecord.NUMBER, name, name, name);
    ints(SystemCodeRecord.NUMBER, name, name);
    ints(SuperTypeRecord.NUMBER, name, name);
    ints(NotWovenRecord.NUMBER, name);
    ints(HolderRecord.NUMBER, name, name);
  }
}
