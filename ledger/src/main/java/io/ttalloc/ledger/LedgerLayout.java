package io.ttalloc.ledger;

/**
 * The format of a ledger file: its segments and its header. {@link SlotLayout} describes the
 * segments of slots, {@link RecordLayout} those of records.
 *
 * <p>These three classes define every offset that hooks and readers share. The classes of {@code
 * ledger.record} define the offsets in records that only the agent writes. Shared codes and
 * encodings are in {@link LifetimeBuckets}, {@link MisuseKind}, {@link Gap} and {@link Loss}.
 *
 * <p>All numbers are little-endian. A file is a sequence of segments of {@link #SEGMENT_BYTES}
 * each. Segment 0 is the file header. Every other segment starts with a header of {@link
 * #SEGMENT_HEADER_BYTES}, whose first word is the segment's kind; 0 means that the segment is not
 * in use yet.
 *
 * <pre>
 * file      | header segment | segment 1 | segment 2 | ...
 * SLOTS     | header | slot | slot | ...                  64 bytes each
 * RECORDS   | header | record | record | ... | 0          append only
 * </pre>
 *
 * <p>The header segment; offsets that are not listed are unused and zero:
 *
 * <pre>
 *   0 u64  magic
 *   8 u32  version
 *  12 u32  bytes of a segment
 *  16 u64  process id
 *  24 u64  start of the process, milliseconds since the epoch
 *  32 u64  clock base, System.nanoTime()
 *  40 u64  clock base, nanoseconds since the epoch
 *  48 u32  how the process or its tracking ended; stored after the time of the end
 *  52 u32  flags
 *  56 u32  whether stacks were captured
 *  60 u32  ready: stored last when the header is written
 *  64 u32  command, a text id
 *  68 u32  JVM, a text id
 *  72 u64  time of the end
 *  80 u32  number of segments, the header segment included
 * 128 u64  dropped events, one counter for each {@link Loss}, up to 192
 * 192 u64  errors in hooks
 * 208 u64  closes of unknown resources
 * </pre>
 *
 * <p>Times are nanoseconds since the clock base unless the table says otherwise.
 */
public final class LedgerLayout {
  /**
   * The first eight bytes of every ledger: "TTALLOC" and a line feed, read as a little-endian long.
   */
  public static final long MAGIC = 0x0A434F4C4C415454L;

  /** The only version that this code writes and reads. */
  public static final int VERSION = 2;

  /** The value of {@link #HEADER_READY} once the header is complete. */
  public static final int READY = 0x52454459;

  public static final int SEGMENT_SHIFT = 20;
  public static final int SEGMENT_BYTES = 1 << SEGMENT_SHIFT;

  /**
   * The maximum number of segments: a file of 16 GiB, the largest whose record ids and slot indexes
   * fit into a positive int.
   */
  public static final int MAX_SEGMENTS = 1 << 14;

  public static final int SEGMENT_HEADER_BYTES = 64;
  public static final int SEGMENT_KIND = 0;
  public static final int KIND_SLOTS = 1;
  public static final int KIND_RECORDS = 2;

  public static final int HEADER_MAGIC = 0;
  public static final int HEADER_VERSION = 8;
  public static final int HEADER_SEGMENT_BYTES = 12;
  public static final int HEADER_PID = 16;
  public static final int HEADER_STARTED_MILLIS = 24;

  /** The value of System.nanoTime() at time 0 of the ledger. */
  public static final int HEADER_CLOCK_BASE_NANOS = 32;

  /** The wall clock at the same instant, in nanoseconds since the epoch. */
  public static final int HEADER_CLOCK_BASE_EPOCH_NANOS = 40;

  public static final int HEADER_ENDED = 48;
  public static final int HEADER_FLAGS = 52;
  public static final int HEADER_CAPTURE = 56;
  public static final int HEADER_READY = 60;
  public static final int HEADER_COMMAND = 64;
  public static final int HEADER_JVM = 68;
  public static final int HEADER_ENDED_NANOS = 72;

  /**
   * The number of segments, including the header segment. A file with fewer segments was truncated.
   */
  public static final int HEADER_SEGMENTS = 80;

  /** The first of the counters of dropped events; see {@link Loss#headerOffset}. */
  public static final int HEADER_DROPPED_EVENTS = 128;

  public static final int HEADER_HOOK_ERRORS = 192;

  public static final int HEADER_UNKNOWN_CLOSES = 208;

  /** The process is running, or was killed. */
  public static final int ENDED_RUNNING = 0;

  public static final int ENDED_EXIT = 1;

  /** Tracking ended while the process was running. */
  public static final int ENDED_DETACHED = 2;

  /**
   * The agent was attached to a running process. All other flags of the header are defined in
   * {@link Gap}.
   */
  public static final int FLAG_ATTACHED_LATE = 1;

  public static final int CAPTURE_FULL = 0;
  public static final int CAPTURE_NONE = 1;

  private LedgerLayout() {}
}
