package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The live state: one slot a resource, filled and then published with a release store, freed at
 * close. Lock-free.
 *
 * <p>A slot belongs to whoever took it until it is freed; the caller (the probe) sees to it that
 * only one thread moves a slot from one state to the next, and that nothing is written into a slot
 * that may have been given to somebody else. What several threads may write at once is one word
 * each.
 */
public final class Slots {
  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final SlotPool pool;

  Slots(SegmentedFile file) {
    this.file = file;
    this.header = file.segment(0);
    this.pool = new SlotPool(file);
  }

  /** Takes a slot; 0 if the ledger cannot grow. */
  public int take(SlotBatch batch) {
    if (batch.size() == 0) {
      pool.refill(batch);
      if (batch.size() == 0) {
        return 0;
      }
    }
    return batch.pop();
  }

  private void give(int slot, SlotBatch batch) {
    if (batch.isFull()) {
      pool.drain(batch, batch.step);
    }
    batch.push(slot);
  }

  /** Gives back all that a thread kept. */
  public void drain(SlotBatch batch) {
    pool.drain(batch, 0);
  }

  private MappedByteBuffer segment(int slot) {
    return file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT);
  }

  /**
   * Fills what identifies a taken slot. Nothing is visible before it is {@linkplain #publish
   * published}.
   */
  public void fill(int slot, int tally, long openedNanos, int thread) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    // That it was freed must be seen before any word of the next resource.
    VarHandle.storeStoreFence();
    segment.putInt(at + SLOT_TALLY, tally);
    segment.putLong(at + SLOT_BYTES_HELD, 0);
    segment.putLong(at + SLOT_ADDRESS, 0);
    segment.putLong(at + SLOT_OPENED_NANOS, openedNanos);
    segment.putLong(at + SLOT_OWNER, 0);
    segment.putLong(at + SLOT_SESSION, 0);
    segment.putInt(at + SLOT_DEVICE, 0);
    segment.putInt(at + SLOT_THREAD, thread);
    // The extent and, behind it, the extension.
    segment.putLong(at + SLOT_EXTENT, 0);
  }

  /** Why the last slot that could not be taken could not. */
  public Loss whyNot() {
    return file.whyNot();
  }

  /** Writes where a resource lies and how large it is; before or after publication. */
  public void place(
      int slot,
      long bytes,
      int extent,
      long address,
      int device,
      int space,
      int session,
      int flags) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    segment.putLong(at + SLOT_BYTES_HELD, bytes);
    segment.putLong(at + SLOT_ADDRESS, address);
    segment.putInt(at + SLOT_SESSION, session);
    segment.putInt(at + SLOT_SPACE, space);
    segment.putInt(at + SLOT_EXTENT, extent);
    setDeviceAndAddFlags(segment, at + SLOT_DEVICE, device, flags);
  }

  /** In one word, which others may add flags to at the same time. */
  private static void setDeviceAndAddFlags(
      MappedByteBuffer segment, int at, int device, int flags) {
    int seen;
    do {
      seen = Words.getInt(segment, at);
    } while (!Words.compareAndSetInt(
        segment, at, seen, (seen & 0xFFFF_0000) | flags << 16 | (device & 0xFFFF)));
  }

  public void setOwner(int slot, int owner, int ownerGeneration) {
    // One word, so that no reader sees the slot of one owner with the generation of another.
    Words.publishLong(
        segment(slot), SlotPool.offset(slot) + SLOT_OWNER, word(owner, ownerGeneration));
  }

  private static long word(int slot, int generation) {
    return (slot & 0xFFFF_FFFFL) | (long) generation << 32;
  }

  /** How often a slot was used: tells its present resource from earlier ones. */
  public int generation(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_STATE) >>> GENERATION_SHIFT;
  }

  /** Publishes a filled slot as the next resource there; nothing if that is done. */
  public void publish(int slot) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_STATE;
    int seen = segment.getInt(at);
    if ((seen & STATE_MASK) == STATE_FREE) {
      int generation = (seen >>> GENERATION_SHIFT) + 1 & GENERATION_MASK;
      Words.publishInt(segment, at, generation << GENERATION_SHIFT | STATE_OPEN);
    }
  }

  /** Publishes another state of the same resource. */
  public void setState(int slot, int state) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_STATE;
    Words.publishInt(segment, at, (segment.getInt(at) & ~STATE_MASK) | state);
  }

  public void addFlags(int slot, int flags) {
    Words.orInt(segment(slot), SlotPool.offset(slot) + SLOT_DEVICE, flags << 16);
  }

  public int flags(int slot) {
    return segment(slot).getShort(SlotPool.offset(slot) + SLOT_FLAGS) & 0xFFFF;
  }

  public long bytes(int slot) {
    return segment(slot).getLong(SlotPool.offset(slot) + SLOT_BYTES_HELD);
  }

  public long address(int slot) {
    return segment(slot).getLong(SlotPool.offset(slot) + SLOT_ADDRESS);
  }

  public long openedNanos(int slot) {
    return segment(slot).getLong(SlotPool.offset(slot) + SLOT_OPENED_NANOS);
  }

  public int device(int slot) {
    return segment(slot).getShort(SlotPool.offset(slot) + SLOT_DEVICE);
  }

  /** Bytes in each bank, unsigned; 0 = its bytes. */
  public int extent(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENT);
  }

  public int space(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_SPACE);
  }

  public int session(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_SESSION);
  }

  /** Gives back a slot that was taken and never published. */
  public void giveBack(int slot, SlotBatch batch) {
    // Its words may be those of the resource before: its extensions are long another's.
    give(slot, batch);
  }

  /**
   * Makes a slot one of nothing for readers, while it still is the caller's: what it says can still
   * be read.
   */
  public void vacate(int slot) {
    setState(slot, STATE_FREE);
  }

  /** Frees a slot and its extensions. */
  public void free(int slot, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    int sheet = segment.getInt(at + SLOT_EXTENSION);
    setState(slot, STATE_FREE);
    give(slot, batch);
    if (sheet != 0) {
      freeSheet(sheet, batch);
    }
  }

  private void freeSheet(int sheet, SlotBatch batch) {
    MappedByteBuffer segment = segment(sheet);
    int at = SlotPool.offset(sheet);
    int label = segment.getInt(at + EXTENSION_NEXT);
    int entry = segment.getInt(at + EXTENSION_ENTRY);
    freeExtension(sheet, batch);
    freePieces(label, batch);
    freePieces(entry, batch);
  }

  private void freePieces(int first, SlotBatch batch) {
    int piece = first;
    for (int pieces = 0; piece != 0 && pieces < LABEL_MAX_PIECES; pieces++) {
      int next = segment(piece).getInt(SlotPool.offset(piece) + EXTENSION_NEXT);
      freeExtension(piece, batch);
      piece = next;
    }
  }

  private void freeExtension(int extension, SlotBatch batch) {
    setState(extension, STATE_FREE);
    give(extension, batch);
  }

  /** The fact sheet of a slot, made if there is none; 0 if the ledger cannot grow. */
  private int sheet(int slot, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_EXTENSION;
    int known = Words.getInt(segment, at);
    if (known != 0) {
      return known;
    }
    int sheet = takeExtension(batch);
    if (sheet != 0 && !Words.compareAndSetInt(segment, at, 0, sheet)) {
      freeExtension(sheet, batch);
      return Words.getInt(segment, at);
    }
    return sheet;
  }

  private int takeExtension(SlotBatch batch) {
    int extension = take(batch);
    if (extension == 0) {
      Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
    } else {
      MappedByteBuffer segment = segment(extension);
      int at = SlotPool.offset(extension);
      VarHandle.storeStoreFence();
      for (int word = EXTENSION_NEXT; word < SLOT_BYTES; word += Integer.BYTES) {
        segment.putInt(at + word, 0);
      }
      int generation = (segment.getInt(at + SLOT_STATE) >>> GENERATION_SHIFT) + 1 & GENERATION_MASK;
      Words.publishInt(segment, at + SLOT_STATE, generation << GENERATION_SHIFT | STATE_EXTENSION);
    }
    return extension;
  }

  /**
   * Says which cache holds a resource; holder 0 = none any more. Needs no heap.
   *
   * <p>Of several threads that say different things at once, each must look again afterwards
   * whether what it has said still holds.
   *
   * @param entry its name for the resource, {@linkplain #encoded encoded}; null if it has none
   */
  public void setHolder(
      int slot, int holder, int holderGeneration, byte @Nullable [] entry, SlotBatch batch) {
    if (holder == 0 && segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENSION) == 0) {
      return;
    }
    int sheet = sheet(slot, batch);
    if (sheet != 0) {
      MappedByteBuffer segment = segment(sheet);
      int at = SlotPool.offset(sheet);
      int pieces = entry == null ? 0 : pieces(entry, batch);
      freePieces(Words.getAndSetInt(segment, at + EXTENSION_ENTRY, pieces), batch);
      Words.publishLong(segment, at + EXTENSION_HOLDER, word(holder, holderGeneration));
    }
  }

  public void setInfrastructureScope(int slot, int scope, SlotBatch batch) {
    int sheet = sheet(slot, batch);
    if (sheet != 0) {
      segment(sheet).putInt(SlotPool.offset(sheet) + EXTENSION_SCOPE, scope);
    }
  }

  public void setClosing(int slot, int stack, int thread, long nanos, SlotBatch batch) {
    int sheet = sheet(slot, batch);
    if (sheet != 0) {
      MappedByteBuffer segment = segment(sheet);
      int at = SlotPool.offset(sheet);
      segment.putInt(at + EXTENSION_CLOSE_STACK, stack);
      segment.putInt(at + EXTENSION_CLOSE_THREAD, thread);
      segment.putLong(at + EXTENSION_CLOSED_NANOS, nanos);
    }
  }

  /** What the resource calls itself; null if it has no label. */
  public @Nullable String label(int slot) {
    int sheet = segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENSION);
    int piece = sheet == 0 ? 0 : segment(sheet).getInt(SlotPool.offset(sheet) + EXTENSION_NEXT);
    byte[] bytes = new byte[LABEL_MAX_PIECES * LABEL_TEXT_BYTES];
    int length = 0;
    while (piece != 0 && length + LABEL_TEXT_BYTES <= bytes.length) {
      MappedByteBuffer segment = segment(piece);
      int at = SlotPool.offset(piece);
      int more = Math.max(0, Math.min(LABEL_TEXT_BYTES, segment.getInt(at + LABEL_LENGTH)));
      segment.get(at + LABEL_TEXT, bytes, length, more);
      length += more;
      piece = segment.getInt(at + EXTENSION_NEXT);
    }
    return length == 0 ? null : new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * Writes what the resource calls itself into slots of its own, which are freed with it; nothing
   * if it has a label already.
   */
  public void setLabel(int slot, @Nullable String label, SlotBatch batch) {
    if (label == null || label.isEmpty()) {
      return;
    }
    int sheet = sheet(slot, batch);
    if (sheet != 0) {
      int pieces = pieces(Label.bytes(label), batch);
      int at = SlotPool.offset(sheet) + EXTENSION_NEXT;
      if (pieces != 0 && !Words.compareAndSetInt(segment(sheet), at, 0, pieces)) {
        freePieces(pieces, batch);
      }
    }
  }

  /** A name as it stands in the ledger; null for none. */
  public static byte @Nullable [] encoded(@Nullable String name) {
    return name == null || name.isEmpty() ? null : Label.bytes(name);
  }

  /** The first of the pieces that now hold a text; 0 if the ledger cannot grow. */
  private int pieces(byte[] bytes, SlotBatch batch) {
    int first = 0;
    int previous = 0;
    for (int from = 0; from < bytes.length; ) {
      int length = Label.pieceLength(bytes, from);
      int piece = takeExtension(batch);
      if (piece == 0) {
        return first;
      }
      MappedByteBuffer segment = segment(piece);
      int at = SlotPool.offset(piece);
      segment.putInt(at + LABEL_LENGTH, length);
      segment.put(at + LABEL_TEXT, bytes, from, length);
      if (previous == 0) {
        first = piece;
      } else {
        Words.publishInt(segment(previous), SlotPool.offset(previous) + EXTENSION_NEXT, piece);
      }
      previous = piece;
      from += length;
    }
    return first;
  }
}
