package io.ttalloc.ledger;

import io.ttalloc.ledger.mapped.RecordIndex;

/**
 * The layout of a segment of records, and of each kind of record that hooks write or that other
 * records refer to.
 *
 * <pre>
 * record    | length u32 | kind u32 | next u32 | hash u32 | payload, padded to sixteen bytes
 * </pre>
 *
 * <p>A <b>record id</b> is the file position of the record divided by eight; 0 means "none". The
 * length includes the header and the payload, but not the padding. It is never 0 in a record: a
 * length of 0 means that nothing follows yet.
 *
 * <p>The length is stored first, by a compare-and-set that reserves the space, and the kind last,
 * with release semantics: a reader that sees a kind sees the rest. A record whose kind is 0 is
 * skipped, because its writer has not finished yet or has failed. A record is committed before any
 * slot that refers to it is published, so a file is consistent no matter at which instruction its
 * writer died. Only the writer uses next and hash ({@link RecordIndex}).
 *
 * <pre>
 * kind          payload; a name, a space and so on is a text id
 *  1 text       UTF-8
 *  2 frame      class u32, method u32, file u32, line s32
 *  3 stack      frame ids u32, innermost first
 *  4 type       name u32, class u32, flags u32, releasing call u32, unseen closes u32; if the type
 *               has a limit, then 0 u32, limit u64
 *  5 tally      type u32, stack u32, lifetimes u32, open counts u32, folded u64, folded bytes u64,
 *               hollow u64, disowned u64; at 64 the counters: a line of u64 for each stripe
 *  6 lifetimes  for each stripe a u32 for each bucket
 *  8 close site tally u32, stack u32, count u64
 *  9 misuse     kind u32, type u32, first stack u32, second stack u32, detail u32 (further
 *               information for readers), label u32 (top bit: there are other labels), count u64
 * 10 device     device s32, space u32, live bytes s64, peak bytes u64, opened u64, closed u64,
 *              opened bytes u64
 * 12 padding    space before an aligned record, or a duplicate of a record that another thread
 *               wrote first
 * 13 history    capacity u32; at 64 the ring: events of 32 bytes
 * 15 space      name u32, number by which events refer to it u32
 * 16 samples    a cell for each mark at which open resources were counted: number of the mark u64
 *               (stored last; 0 = unused), time u64, openings of all tallies so far u64, flags u64
 * 17 open       for one tally, a cell for each sample: number of the mark u64 (stored last; 0 =
 *               not counted yet, or nothing was open), open u64, bytes u64
 * others        rows of tables; each kind has its own class in {@code ledger.record}
 *
 * event         time u64 (stored last; 0 = not written), bytes u64, address u64, tally u32,
 *               device s16, kind u8, number of the space u8
 * </pre>
 *
 * <p>The payloads of tallies, lifetimes and histories start at multiples of 64, so that the stripes
 * of different threads do not share a cache line.
 */
public final class RecordLayout {
  public static final int RECORD_LENGTH = 0;
  public static final int RECORD_KIND = 4;
  public static final int RECORD_NEXT = 8;
  public static final int RECORD_HASH = 12;
  public static final int RECORD_HEADER_BYTES = 16;

  public static final int RECORD_ALIGNMENT = 16;

  /** Space is reserved for the record, but the record is not committed yet, or never will be. */
  public static final int RECORD_UNCOMMITTED = 0;

  public static final int RECORD_TEXT = 1;
  public static final int RECORD_FRAME = 2;
  public static final int RECORD_STACK = 3;
  public static final int RECORD_TYPE = 4;
  public static final int RECORD_TALLY = 5;
  public static final int RECORD_LIFETIMES = 6;
  public static final int RECORD_CLOSE_SITE = 8;
  public static final int RECORD_MISUSE = 9;
  public static final int RECORD_DEVICE = 10;
  public static final int RECORD_PADDING = 12;
  public static final int RECORD_HISTORY = 13;
  public static final int RECORD_SPACE = 15;
  public static final int RECORD_SAMPLES = 16;
  public static final int RECORD_OPEN = 17;

  /** An exclusive upper bound on the numbers of all kinds. */
  public static final int RECORD_KINDS = 32;

  /** The maximum length of a text; the rest is cut off. */
  public static final int MAX_TEXT_BYTES = 8 * 1024;

  /** The maximum number of frames of a stack; the outermost ones are cut off. */
  public static final int MAX_FRAMES = 1024;

  public static final int FRAME_CLASS = 0;
  public static final int FRAME_METHOD = 4;
  public static final int FRAME_FILE = 8;
  public static final int FRAME_LINE = 12;
  public static final int FRAME_BYTES = 16;

  public static final int TYPE_NAME = 0;
  public static final int TYPE_CLASS = 4;
  public static final int TYPE_FLAGS = 8;
  public static final int TYPE_RELEASE = 12;
  public static final int TYPE_UNSEEN = 16;
  public static final int TYPE_BYTES = 20;

  /**
   * The time for which a resource of the type may stay open, in nanoseconds; positive. The record
   * of a type without a limit ends before this field.
   */
  public static final int TYPE_LIMIT = 24;

  public static final int TYPE_WITH_LIMIT_BYTES = 32;

  /**
   * The prefix of a releasing call that is made on the owner of the resource, not on the resource
   * itself.
   */
  public static final String RELEASE_ON_OWNER = "owner.";

  /**
   * Type flag: resources of the type hold others, as a cache or a pool does, and are never leaks
   * themselves.
   */
  public static final int TYPE_HOLDER = 1;

  /** Type flag: resources of the type may own others, because the rule has a scope. */
  public static final int TYPE_OWNER = 2;

  /** Type flag: the rule reads the size of resources of the type. */
  public static final int TYPE_HAS_BYTES = 4;

  /** Type flag: closing a resource of the type also closes the resources that it owns. */
  public static final int TYPE_FREES_OWNED = 8;

  /** Type flag: the probe itself opens the resources of the type; no report shows them. */
  public static final int TYPE_INTERNAL = 16;

  /**
   * Type flag: only constructors open resources of the type. A resource of the type may be closed
   * before its opening is recorded, but cannot be opened again after its close.
   */
  public static final int TYPE_BY_CONSTRUCTOR = 32;

  /** Type flag: some or all of the close methods that the type's rule names are not woven. */
  public static final int TYPE_CLOSES_UNSEEN = 64;

  /** Type flag: a close without a known opening is normal and not reported. */
  public static final int TYPE_UNKNOWN_CLOSE_IGNORED = 128;

  /**
   * Type flag: the resources are numbers, not objects: they are never garbage-collected, and
   * nothing shows whether the program can still reach them. The bits between {@link
   * #TYPE_UNKNOWN_CLOSE_IGNORED} and this flag are defined in {@link TypePolicies}.
   */
  public static final int TYPE_KEYED = 1 << 26;

  /**
   * Type flag: the class is not AutoCloseable, so it cannot be used in a try-with-resources
   * statement.
   */
  public static final int TYPE_NO_AUTO_CLOSEABLE = 1 << 27;

  /**
   * Type flag: one resource that is left open is normal, but several that were opened by the same
   * line of code are a leak. Set by the policy {@link TypePolicies#SEVERAL}.
   */
  public static final int TYPE_LEAK_IF_SEVERAL = 1 << 28;

  /** Type flag: like {@link #TYPE_LEAK_IF_SEVERAL}, for resources that were reclaimed. */
  public static final int TYPE_LEAK_IF_SEVERAL_RECLAIMED = 1 << 29;

  /** Type flag: like {@link #TYPE_LEAK_IF_SEVERAL}, for resources that were lost. */
  public static final int TYPE_LEAK_IF_SEVERAL_LOST = 1 << 30;

  public static final int TALLY_TYPE = 0;
  public static final int TALLY_STACK = 4;
  public static final int TALLY_LIFETIMES = 8;

  /**
   * The id of the record with the open counts at marks; 0 if none of the tally's resources was open
   * at a mark, or if the ledger had no space for the record.
   */
  public static final int TALLY_OPEN = 12;

  /** The number of collected resources that no longer have a slot. */
  public static final int TALLY_FOLDED = 16;

  public static final int TALLY_FOLDED_BYTES = 24;

  /**
   * The number of collected owners that had nothing left to close: holders, and owners that hold no
   * memory themselves and whose children were all closed. They no longer have a slot.
   */
  public static final int TALLY_HOLLOW = 32;

  public static final int TALLY_DISOWNED =
      40; // resources counted as closed that something else owns now
  public static final int TALLY_HEAD_BYTES = 64;

  public static final int STRIPES = 4;
  public static final int STRIPE_BYTES = 64;
  public static final int TALLY_BYTES = TALLY_HEAD_BYTES + STRIPES * STRIPE_BYTES;

  public static final int COUNT_OPENED = 0;
  public static final int COUNT_CLOSED = 8;
  public static final int COUNT_RECLAIMED = 16;
  public static final int COUNT_RECLAIMED_BYTES = 24;
  public static final int COUNT_COLLECTED = 32;
  public static final int COUNT_CLOSE_FAILED = 40;

  /**
   * The number of opened resources that did not own their memory. The next counter is the sum of
   * the bytes of all other opened resources.
   */
  public static final int COUNT_ALIASES = 48;

  public static final int COUNT_OPENED_BYTES = 56;

  public static final int LIFETIMES_BYTES = STRIPES * LifetimeBuckets.COUNT * Integer.BYTES;

  public static final int CLOSE_SITE_TALLY = 0;
  public static final int CLOSE_SITE_STACK = 4;
  public static final int CLOSE_SITE_COUNT = 8;
  public static final int CLOSE_SITE_BYTES = 16;

  public static final int MISUSE_KIND = 0;
  public static final int MISUSE_TYPE = 4;
  public static final int MISUSE_FIRST_STACK = 8;
  public static final int MISUSE_SECOND_STACK = 12;
  public static final int MISUSE_DETAIL = 16;
  public static final int MISUSE_LABEL = 20;
  public static final int MISUSE_MORE_LABELS = 1 << 31;
  public static final int MISUSE_COUNT = 24;
  public static final int MISUSE_BYTES = 32;

  public static final int DEVICE_ID = 0;
  public static final int DEVICE_SPACE = 4;
  public static final int DEVICE_LIVE_BYTES = 8;
  public static final int DEVICE_PEAK_BYTES = 16;
  public static final int DEVICE_OPENED = 24;
  public static final int DEVICE_CLOSED = 32;
  public static final int DEVICE_OPENED_BYTES = 40;
  public static final int DEVICE_BYTES = 48;

  public static final int SPACE_TEXT = 0;
  public static final int SPACE_NUMBER = 4;
  public static final int SPACE_BYTES = 8;

  /**
   * The maximum number of marks for which the ledger keeps counts. When there are more marks, every
   * second one is dropped.
   */
  public static final int SAMPLES = 32;

  public static final int SAMPLE_MARK = 0;
  public static final int SAMPLE_NANOS = 8;
  public static final int SAMPLE_OPENED = 16;
  public static final int SAMPLE_FLAGS = 24;
  public static final int SAMPLE_BYTES = 32;
  public static final int SAMPLES_BYTES = SAMPLES * SAMPLE_BYTES;

  /** Flag of a sample: the bytes of the open resources were summed as well. */
  public static final int SAMPLE_HAS_BYTES = 1;

  public static final int OPEN_MARK = 0;
  public static final int OPEN_COUNT = 8;
  public static final int OPEN_BYTES_HELD = 16;
  public static final int OPEN_CELL_BYTES = 24;
  public static final int OPEN_BYTES = SAMPLES * OPEN_CELL_BYTES;

  /** The number of events that the ring of one stripe can hold. */
  public static final int HISTORY_CAPACITY = 0;

  public static final int HISTORY_HEAD_BYTES = 64;

  /** The maximum number of events in the ring of one stripe, which must fit into a segment. */
  public static final int MAX_RING_EVENTS = 1 << 14;

  public static final int EVENT_NANOS = 0;
  public static final int EVENT_BYTES_HELD = 8;
  public static final int EVENT_ADDRESS = 16;
  public static final int EVENT_TALLY = 24;
  public static final int EVENT_DEVICE = 28;
  public static final int EVENT_KIND = 30;

  /** The number of the event's space; 0 = the event did not change the totals of a device. */
  public static final int EVENT_SPACE = 31;

  public static final int EVENT_BYTES = 32;

  /** The maximum number of spaces that are distinguished in events. */
  public static final int MAX_EVENT_SPACES = 255;

  public static final int EVENT_OPEN = 1;
  public static final int EVENT_CLOSE = 2;
  public static final int EVENT_COLLECTED = 3;
  public static final int EVENT_RECLAIMED = 4;

  private RecordLayout() {}

  /** The file position of a record's header. */
  public static long recordPosition(int recordId) {
    return (long) recordId << 3;
  }
}
