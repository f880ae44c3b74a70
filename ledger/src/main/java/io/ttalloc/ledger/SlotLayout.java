package io.ttalloc.ledger;

/**
 * The layout of a segment of slots. Slot 0 is the segment's header; every other slot is free, or
 * contains a resource or an extension of a resource.
 *
 * <p>A <b>slot index</b> is {@code segment << 14 | slot}, so the position of a slot can be computed
 * from its index. Index 0 means "none".
 *
 * <pre>
 * resource
 *   0 u32  generation (28 bits) and state (4 bits); stored last, with release semantics
 *   4 u32  tally, a record id; in a free slot the next free slot
 *   8 u64  bytes
 *  16 u64  address
 *  24 u64  time of the opening
 *  32 u32  owner, a slot index
 *  36 u32  generation of the owner
 *  40 u32  session, a text id
 *  44 u32  address space, a text id
 *  48 s16  device
 *  50 u16  flags
 *  52 u32  opening thread, a text id
 *  56 u32  extent
 *  60 u32  extension, a slot index
 *
 * extension: facts that few resources have
 *   0 u32  generation and state
 *   4 u32  first piece of the label, a slot index
 *   8 u32  cache that holds the resource, a slot index
 *  12 u32  generation of the cache; if no cache holds the resource but a cache has dropped it,
 *         the tally of that cache
 *  16 u32  first piece of the name of the cache's entry, a slot index; if no cache holds the
 *          resource, of the name of the entry that another resource has taken
 *  20 u32  scope of infrastructure, a text id
 *  24 u32  closing stack, a record id; while the resource is open, the stack on which a cache
 *          dropped it
 *  28 u32  closing thread, a text id
 *  32 u64  time of the close; while the resource is open, the time at which a cache dropped it
 *
 * extension: the reference count of a resource, whose slot refers to this extension instead of to
 *            the facts
 *   0 u32  generation and state
 *   4 u32  facts, a slot index
 *   8 s32  count
 *  12 u32  slot with the last calls that raised the count, a slot index
 *  16 u64  number of calls that raised the count
 *  24 u64  number of calls that lowered the count
 *  32 u32  slot with the last calls that lowered the count, a slot index
 *
 * extension: the last calls that raised a count, or that lowered it: the call with number n,
 *            counted from 0, is in place n % 3
 *   0 u32  generation and state
 *  16      three times: stack u32, a record id; thread u32, a text id; time u64
 *
 * extension: a piece of a label or of an entry's name
 *   0 u32  generation and state
 *   4 u32  next piece, a slot index
 *   8 u32  bytes of text in this piece
 *  12      text in UTF-8, up to the end of the slot
 * </pre>
 *
 * <p>The generation counts the uses of the slot; it wraps around. A slot index with its generation
 * identifies a resource; a reference whose generation differs is stale. The index and the
 * generation in a reference are stored together as one 64-bit word.
 */
public final class SlotLayout {
  public static final int SLOT_SHIFT = 6;
  public static final int SLOT_BYTES = 1 << SLOT_SHIFT;
  public static final int SLOTS_PER_SEGMENT_SHIFT = LedgerLayout.SEGMENT_SHIFT - SLOT_SHIFT;
  public static final int SLOTS_PER_SEGMENT = 1 << SLOTS_PER_SEGMENT_SHIFT;

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

  /**
   * The number of bytes that the resource occupies at its address in each bank, unsigned; 0 if that
   * number equals the size of the resource.
   */
  public static final int SLOT_EXTENT = 56;

  public static final int SLOT_EXTENSION = 60;

  public static final int STATE_MASK = 0xF;
  public static final int GENERATION_SHIFT = 4;
  public static final int GENERATION_MASK = 0x0FFF_FFFF;

  /**
   * The slot contains nothing that readers may use: it is unused, or reserved for an opening that
   * is not published yet.
   */
  public static final int STATE_FREE = 0;

  public static final int STATE_OPEN = 2;

  /** A close has begun but not ended: readers count the resource as open. */
  public static final int STATE_CLOSING = 3;

  /** The object was garbage-collected before it was closed. */
  public static final int STATE_COLLECTED = 4;

  /** An owner that was closed while something that it owned was still open. */
  public static final int STATE_CLOSED_OWNER = 5;

  /** An extension of a resource. */
  public static final int STATE_EXTENSION = 6;

  /** An extension with the reference count of a resource. */
  public static final int STATE_COUNT = 7;

  public static final int FLAG_ALIAS = 1;
  public static final int FLAG_SHARED = 2;
  public static final int FLAG_INFRASTRUCTURE = 4;
  public static final int FLAG_HAS_ADDRESS = 8;
  public static final int FLAG_CLOSE_FAILED = 16;
  public static final int FLAG_HAS_DEVICE = 32;

  /** The resource owns other resources, or did so earlier. */
  public static final int FLAG_HAS_OWNED = 64;

  /**
   * The resource is not included in the totals of its device, because the ledger had no space for
   * these totals and could not grow.
   */
  public static final int FLAG_UNCOUNTED = 128;

  /** The program did not close the owner, but gave it to native code or to another owner. */
  public static final int FLAG_DISOWNED = 256;

  /**
   * The flags that describe the region of memory of a resource and the ownership of that region.
   */
  public static final int REGION_FLAGS =
      FLAG_ALIAS | FLAG_SHARED | FLAG_HAS_ADDRESS | FLAG_HAS_DEVICE;

  public static final int EXTENSION_LABEL = 4;
  public static final int EXTENSION_HOLDER = 8;
  public static final int EXTENSION_HOLDER_GENERATION = 12;
  public static final int EXTENSION_ENTRY = 16;
  public static final int EXTENSION_SCOPE = 20;
  public static final int EXTENSION_CLOSE_STACK = 24;
  public static final int EXTENSION_CLOSE_THREAD = 28;
  public static final int EXTENSION_CLOSED_NANOS = 32;

  public static final int COUNT_FACTS = 4;
  public static final int COUNT_VALUE = 8;
  public static final int COUNT_LAST_RAISED = 12;
  public static final int COUNT_RAISED = 16;
  public static final int COUNT_LOWERED = 24;
  public static final int COUNT_LAST_LOWERED = 32;

  /**
   * The number of calls that are recorded for each direction: the last ones that raised a count,
   * and the last ones that lowered it.
   */
  public static final int CHANGES_KEPT = 3;

  public static final int CHANGES_FIRST = 16;
  public static final int CHANGE_STACK = 0;
  public static final int CHANGE_THREAD = 4;
  public static final int CHANGE_NANOS = 8;
  public static final int CHANGE_BYTES = 16;

  public static final int PIECE_NEXT = 4;
  public static final int PIECE_LENGTH = 8;
  public static final int PIECE_TEXT = 12;
  public static final int PIECE_TEXT_BYTES = SLOT_BYTES - PIECE_TEXT;

  /** The maximum number of pieces of a text; in a longer text, the middle is cut out. */
  public static final int MAX_PIECES = 5;

  private SlotLayout() {}

  /** The file position of a slot. */
  public static long slotPosition(int slotIndex) {
    return (long) slotIndex << SLOT_SHIFT;
  }
}
