package io.ttalloc.ledger;

/**
 * The format of a ledger file: every offset that the writer and the reader share. What else they
 * share has a class of its own: {@link LifetimeBuckets}, {@link MisuseKind}, {@link Gap}, {@link
 * Loss}.
 *
 * <p>All numbers are little-endian. A file is a sequence of segments of {@link #SEGMENT_BYTES}
 * each. Segment 0 is the file header; every other one starts with a 64-byte segment header whose
 * first word is its kind, published last.
 *
 * <pre>
 * file      | header segment | segment 1 | segment 2 | ...
 * SLOTS     | header | slot | slot | ...                  64 bytes each
 * RECORDS   | header | record | record | ... | 0          append only
 * </pre>
 *
 * <p>A <b>slot index</b> is {@code segment << 14 | slot}, so a slot is found without a directory;
 * slot 0 of a segment is its header and index 0 means "none". A <b>record id</b> is the file
 * position of the record divided by eight; 0 means "none".
 *
 * <pre>
 * record    | length u32 | kind u32 | next u32 | hash u32 | payload, padded to sixteen bytes
 * </pre>
 *
 * <p>A record's length counts its header and its payload, not the padding, so that 0 always means
 * "nothing follows yet". It is the first word that is stored, by compare-and-set, which takes the
 * space; the kind is the last one, with release semantics: a reader that sees a kind sees the rest,
 * and passes over a record whose kind is still 0, because its writer is at work or has failed.
 * Writers commit a record before any slot that names it is published, so a file whose writer died
 * at any instruction is still whole. Next and hash belong to the writer ({@link RecordIndex}).
 */
public final class LedgerLayout {
  /** "TTALLOC" and a line feed, read as a little-endian long. */
  public static final long MAGIC = 0x0A434F4C4C415454L;

  /** The only version that this code writes and reads. */
  public static final int VERSION = 2;

  /** Header word that says that the header is complete. */
  public static final int READY = 0x52454459;

  public static final int SEGMENT_SHIFT = 20;
  public static final int SEGMENT_BYTES = 1 << SEGMENT_SHIFT;

  /** 16 GiB: the largest file whose record ids and slot indexes fit into a positive int. */
  public static final int MAX_SEGMENTS = 1 << 14;

  public static final int SEGMENT_HEADER_BYTES = 64;
  public static final int SEGMENT_KIND = 0;
  public static final int KIND_SLOTS = 1;
  public static final int KIND_RECORDS = 2;

  // --- segment 0 ---------------------------------------------------------------------------

  public static final int HEADER_MAGIC = 0;
  public static final int HEADER_VERSION = 8;
  public static final int HEADER_SEGMENT_BYTES = 12;
  public static final int HEADER_PID = 16;
  public static final int HEADER_STARTED_MILLIS = 24;

  /** System.nanoTime() at which every relative time of this file is zero. */
  public static final int HEADER_CLOCK_BASE_NANOS = 32;

  /** Wall clock, nanoseconds since the epoch, at the same instant. */
  public static final int HEADER_CLOCK_BASE_EPOCH_NANOS = 40;

  public static final int HEADER_ENDED = 48;
  public static final int HEADER_FLAGS = 52;
  public static final int HEADER_CAPTURE = 56;
  public static final int HEADER_READY = 60;
  public static final int HEADER_COMMAND = 64;
  public static final int HEADER_JVM = 68;
  public static final int HEADER_ENDED_NANOS = 72;

  /** How many segments there are, the header included; a shorter file was truncated. */
  public static final int HEADER_SEGMENTS = 80;

  /** Counters that are rare enough to be shared, one long each: events by {@link Loss}. */
  public static final int HEADER_LOST_EVENTS = 128;

  public static final int HEADER_HOOK_ERRORS = 192;
  public static final int HEADER_DROPPED_TEXTS = 200;
  public static final int HEADER_UNKNOWN_CLOSES = 208;

  public static final int ENDED_RUNNING = 0;
  public static final int ENDED_EXIT = 1;

  /** The other flags are those of {@link Gap}. */
  public static final int FLAG_ATTACHED_LATE = 1;

  public static final int CAPTURE_FULL = 0;
  public static final int CAPTURE_NONE = 1;

  // --- slots -------------------------------------------------------------------------------

  public static final int SLOT_SHIFT = 6;
  public static final int SLOT_BYTES = 1 << SLOT_SHIFT;
  public static final int SLOTS_PER_SEGMENT_SHIFT = SEGMENT_SHIFT - SLOT_SHIFT;
  public static final int SLOTS_PER_SEGMENT = 1 << SLOTS_PER_SEGMENT_SHIFT;

  /** {@code generation << 4 | state}; stored last, with release semantics. */
  public static final int SLOT_STATE = 0;

  public static final int SLOT_TALLY = 4;
  public static final int SLOT_BYTES_HELD = 8;
  public static final int SLOT_ADDRESS = 16;
  public static final int SLOT_OPENED_NANOS = 24;
  public static final int SLOT_OWNER = 32;
  public static final int SLOT_OWNER_GENERATION = 36;
  public static final int SLOT_SESSION = 40;
  public static final int SLOT_SPACE = 44;
  public static final int SLOT_DEVICE = 48;
  public static final int SLOT_FLAGS = 50;
  public static final int SLOT_THREAD = 52;

  /** Unsigned: bytes that the resource takes at its address in each bank; 0 = its bytes. */
  public static final int SLOT_EXTENT = 56;

  /** Slot index of the first extension (holder, closing, label); 0 = none. */
  public static final int SLOT_EXTENSION = 60;

  public static final int STATE_MASK = 0xF;
  public static final int GENERATION_SHIFT = 4;
  public static final int GENERATION_MASK = 0x0FFF_FFFF;

  public static final int STATE_FREE = 0;

  public static final int STATE_OPEN = 2;

  /** A close has begun and not ended: still open for a reader. */
  public static final int STATE_CLOSING = 3;

  /** The collector took the object before it was closed. */
  public static final int STATE_COLLECTED = 4;

  /** An owner that was closed while something that it owned stayed open. */
  public static final int STATE_CLOSED_OWNER = 5;

  /** Not a resource but an extension of one. */
  public static final int STATE_EXTENSION = 6;

  public static final int FLAG_ALIAS = 1;
  public static final int FLAG_SHARED = 2;
  public static final int FLAG_INFRASTRUCTURE = 4;
  public static final int FLAG_HAS_ADDRESS = 8;
  public static final int FLAG_CLOSE_FAILED = 16;
  public static final int FLAG_HAS_DEVICE = 32;

  /** Something has belonged to it, now or before. */
  public static final int FLAG_HAS_OWNED = 64;

  // --- extensions of a slot: a fact sheet, and the pieces of its label and of its entry ---------

  /** Slot index of the first piece of the label, or of the next piece; 0 = none. */
  public static final int EXTENSION_NEXT = 4;

  /** Slot index and, behind it, generation of the cache that holds it: one word. */
  public static final int EXTENSION_HOLDER = 8;

  public static final int EXTENSION_HOLDER_GENERATION = 12;

  /** Slot index of the first piece of the cache's name for the entry; 0 = none. */
  public static final int EXTENSION_ENTRY = 16;

  public static final int EXTENSION_SCOPE = 20;
  public static final int EXTENSION_CLOSE_STACK = 24;
  public static final int EXTENSION_CLOSE_THREAD = 28;
  public static final int EXTENSION_CLOSED_NANOS = 32;

  public static final int LABEL_LENGTH = 8;
  public static final int LABEL_TEXT = 12;
  public static final int LABEL_TEXT_BYTES = SLOT_BYTES - LABEL_TEXT;

  /** A longer label loses its middle. */
  public static final int LABEL_MAX_PIECES = 5;

  // --- records -----------------------------------------------------------------------------

  public static final int RECORD_LENGTH = 0;
  public static final int RECORD_KIND = 4;

  /** Id of the next record in the same bucket of the writer's index; no reader needs it. */
  public static final int RECORD_NEXT = 8;

  public static final int RECORD_HASH = 12;
  public static final int RECORD_HEADER_BYTES = 16;

  /** Records start at multiples of this, within their segment. */
  public static final int RECORD_ALIGNMENT = 16;

  /** Space that is taken and holds no record yet, or never. */
  public static final int RECORD_UNCOMMITTED = 0;

  /** UTF-8. */
  public static final int RECORD_TEXT = 1;

  /** class, method, file as text ids; line. */
  public static final int RECORD_FRAME = 2;

  /** Frame ids, innermost first. */
  public static final int RECORD_STACK = 3;

  /** type name, class name as text ids; type flags; releasing calls as a text id. */
  public static final int RECORD_TYPE = 4;

  public static final int RECORD_TALLY = 5;
  public static final int RECORD_LIFETIMES = 6;
  public static final int RECORD_STATISTICS = 7;
  public static final int RECORD_CLOSE_SITE = 8;
  public static final int RECORD_MISUSE = 9;
  public static final int RECORD_DEVICE = 10;

  /** class, method, site name as text ids. */
  public static final int RECORD_SITE = 11;

  /** Space up to an aligned record. */
  public static final int RECORD_PADDING = 12;

  public static final int RECORD_HISTORY = 13;

  /** A thread that ran when the process ended. */
  public static final int RECORD_THREAD = 14;

  /** The number by which events name a space: text id, number. */
  public static final int RECORD_SPACE = 15;

  public static final int SPACE_TEXT = 0;
  public static final int SPACE_NUMBER = 4;
  public static final int SPACE_BYTES = 8;

  /** Longest text; the rest is cut. */
  public static final int MAX_TEXT_BYTES = 8 * 1024;

  /** Most frames of a stack; outer ones are cut. */
  public static final int MAX_FRAMES = 1024;

  public static final int FRAME_CLASS = 0;
  public static final int FRAME_METHOD = 4;
  public static final int FRAME_FILE = 8;
  public static final int FRAME_LINE = 12;

  public static final int TYPE_NAME = 0;
  public static final int TYPE_CLASS = 4;
  public static final int TYPE_FLAGS = 8;

  /** Text id of the call that releases it; 0 = unknown. */
  public static final int TYPE_RELEASE = 12;

  /** What that call begins with if it is made on what owns the resource. */
  public static final String RELEASE_ON_OWNER = "owner.";

  /** Holds others (a cache, a pool); never a leak itself. */
  public static final int TYPE_HOLDER = 1;

  /** May own others: it has a scope. */
  public static final int TYPE_OWNER = 2;

  /** Has a size of its own. */
  public static final int TYPE_HAS_BYTES = 4;

  /** Closing it closes what it owns. */
  public static final int TYPE_FREES_OWNED = 8;

  /** The probe's own, for no report. */
  public static final int TYPE_INTERNAL = 16;

  /**
   * Only constructors open it: it may be closed before it is known, but not opened after it was
   * closed.
   */
  public static final int TYPE_BY_CONSTRUCTOR = 32;

  /**
   * A tally counts what was opened with one type from one stack. Its payload is aligned to 64
   * bytes: a head, then {@link #STRIPES} lines of counters, so that threads do not share a line.
   */
  public static final int TALLY_TYPE = 0;

  public static final int TALLY_STACK = 4;
  public static final int TALLY_LIFETIMES = 8;

  /** Of the collected ones, how many have no slot any more, and their bytes. */
  public static final int TALLY_FOLDED = 16;

  public static final int TALLY_FOLDED_BYTES = 24;

  /**
   * Of the collected ones, how many only owned others, which were all closed; they have no slot.
   */
  public static final int TALLY_HOLLOW = 32;

  public static final int TALLY_HEAD_BYTES = 64;

  public static final int STRIPES = 4;
  public static final int STRIPE_BYTES = 64;

  public static final int COUNT_OPENED = 0;
  public static final int COUNT_CLOSED = 8;
  public static final int COUNT_RECLAIMED = 16;
  public static final int COUNT_RECLAIMED_BYTES = 24;
  public static final int COUNT_COLLECTED = 32;
  public static final int COUNT_CLOSE_FAILED = 40;

  /** Of the opened ones, how many did not own their memory. */
  public static final int COUNT_ALIASES = 48;

  public static final int STATISTICS_NANOS = 0;
  public static final int STATISTICS_DEVICE = 8;
  public static final int STATISTICS_SESSION = 12;
  public static final int STATISTICS_SPACE = 16;
  public static final int STATISTICS_ROUND = 20;
  public static final int STATISTICS_ALLOCATED = 24;
  public static final int STATISTICS_FREE = 32;
  public static final int STATISTICS_LARGEST_FREE = 40;
  public static final int STATISTICS_BYTES = 48;

  public static final int CLOSE_SITE_TALLY = 0;
  public static final int CLOSE_SITE_STACK = 4;
  public static final int CLOSE_SITE_COUNT = 8;
  public static final int CLOSE_SITE_BYTES = 16;

  public static final int MISUSE_KIND = 0;
  public static final int MISUSE_TYPE = 4;
  public static final int MISUSE_FIRST_STACK = 8;
  public static final int MISUSE_SECOND_STACK = 12;

  /** Text id of what else a reader must know; 0 = nothing. */
  public static final int MISUSE_DETAIL = 16;

  public static final int MISUSE_COUNT = 24;
  public static final int MISUSE_BYTES = 32;

  /** Text id of its name, as slots have it; id of its stack. */
  public static final int THREAD_NAME = 0;

  public static final int THREAD_STACK = 4;
  public static final int THREAD_BYTES = 8;

  public static final int DEVICE_ID = 0;
  public static final int DEVICE_SPACE = 4;
  public static final int DEVICE_LIVE_BYTES = 8;
  public static final int DEVICE_PEAK_BYTES = 16;
  public static final int DEVICE_OPENED = 24;
  public static final int DEVICE_CLOSED = 32;

  /** A history record is one stripe's ring: a head with its capacity, then events. */
  public static final int HISTORY_CAPACITY = 0;

  public static final int HISTORY_HEAD_BYTES = 64;
  public static final int EVENT_BYTES = 32;

  /** Stored last; 0 = not written yet. */
  public static final int EVENT_NANOS = 0;

  public static final int EVENT_BYTES_HELD = 8;
  public static final int EVENT_ADDRESS = 16;
  public static final int EVENT_TALLY = 24;
  public static final int EVENT_DEVICE = 28;
  public static final int EVENT_KIND = 30;

  /** One byte: the number of its space in a space record; 0 = not counted in device totals. */
  public static final int EVENT_SPACE = 31;

  /** Spaces beyond these are not distinguished in events. */
  public static final int MAX_EVENT_SPACES = 255;

  public static final int EVENT_OPEN = 1;
  public static final int EVENT_CLOSE = 2;
  public static final int EVENT_COLLECTED = 3;
  public static final int EVENT_RECLAIMED = 4;

  /** Largest ring of one stripe that fits into a segment. */
  public static final int MAX_RING_EVENTS = 1 << 14;

  private LedgerLayout() {}

  /** The first file position of a slot. */
  public static long slotPosition(int slotIndex) {
    return (long) slotIndex << SLOT_SHIFT;
  }

  /** The file position of a record's header. */
  public static long recordPosition(int recordId) {
    return (long) recordId << 3;
  }
}
