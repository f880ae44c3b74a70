package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The live state: one slot a resource, filled and then published with a release store, freed at
 * close.
 *
 * <p>A slot belongs to whoever took it until it is freed; the caller (the probe) sees to it that
 * only one thread moves a slot from one state to the next.
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
   * Fills what identifies a taken slot. Nothing is visible before it is published by {@link
   * #setState} with {@code STATE_OPEN} and the generation that this gives.
   */
  public int fill(int slot, int tally, long openedNanos, int thread) {
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
    return (segment.getInt(at + SLOT_STATE) >>> GENERATION_SHIFT) + 1 & GENERATION_MASK;
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
    segment.putInt(at + SLOT_DEVICE, (device & 0xFFFF) | flags << 16);
    segment.putInt(at + SLOT_EXTENT, extent);
  }

  public void setOwner(int slot, int owner, int ownerGeneration) {
    // One word, so that no reader sees the slot of one owner with the generation of another.
    Words.publishLong(
        segment(slot),
        SlotPool.offset(slot) + SLOT_OWNER,
        (owner & 0xFFFF_FFFFL) | (long) ownerGeneration << 32);
  }

  public int owner(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_OWNER);
  }

  public int ownerGeneration(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_OWNER_GENERATION);
  }

  /** Publishes a state. */
  public void setState(int slot, int generation, int state) {
    Words.publishInt(
        segment(slot), SlotPool.offset(slot) + SLOT_STATE, generation << GENERATION_SHIFT | state);
  }

  public void addFlags(int slot, int flags) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_FLAGS;
    segment.putShort(at, (short) (segment.getShort(at) | flags));
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

  /** Frees a slot and its extensions. */
  public void free(int slot, int generation, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    int extension = segment.getInt(at + SLOT_EXTENSION);
    Words.publishInt(segment, at + SLOT_STATE, generation << GENERATION_SHIFT | STATE_FREE);
    give(slot, batch);
    for (int pieces = 0; extension != 0 && pieces <= LABEL_MAX_PIECES; pieces++) {
      int next = segment(extension).getInt(SlotPool.offset(extension) + EXTENSION_NEXT);
      freeExtension(extension, batch);
      extension = next;
    }
  }

  private void freeExtension(int extension, SlotBatch batch) {
    MappedByteBuffer segment = segment(extension);
    int at = SlotPool.offset(extension) + SLOT_STATE;
    int generation = segment.getInt(at) >>> GENERATION_SHIFT;
    Words.publishInt(segment, at, generation << GENERATION_SHIFT | STATE_FREE);
    give(extension, batch);
  }

  /** The fact sheet of a slot, made if there is none; 0 if the ledger cannot grow. */
  private int sheet(int slot, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_EXTENSION;
    int known = segment.getInt(at);
    if (known != 0) {
      return known;
    }
    int sheet = takeExtension(batch);
    if (sheet != 0) {
      Words.publishInt(segment, at, sheet);
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

  /** Says which cache holds a resource, under which entry; holder 0 = none any more. */
  public void setHolder(int slot, int holder, int holderGeneration, int entry, SlotBatch batch) {
    int sheet = sheet(slot, batch);
    if (sheet != 0) {
      MappedByteBuffer segment = segment(sheet);
      int at = SlotPool.offset(sheet);
      segment.putInt(at + EXTENSION_ENTRY, entry);
      segment.putInt(at + EXTENSION_HOLDER_GENERATION, holderGeneration);
      Words.publishInt(segment, at + EXTENSION_HOLDER, holder);
    }
  }

  /** Slot of the cache that holds a resource, 0 = none. */
  public int holder(int slot) {
    int sheet = segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENSION);
    return sheet == 0 ? 0 : segment(sheet).getInt(SlotPool.offset(sheet) + EXTENSION_HOLDER);
  }

  /** Generation of that slot when the cache took the resource in. */
  public int holderGeneration(int slot) {
    int sheet = segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENSION);
    return sheet == 0
        ? 0
        : segment(sheet).getInt(SlotPool.offset(sheet) + EXTENSION_HOLDER_GENERATION);
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

  /** Writes what the resource calls itself into slots of its own, which are freed with it. */
  public void setLabel(int slot, @Nullable String label, SlotBatch batch) {
    if (label == null || label.isEmpty()) {
      return;
    }
    int previous = sheet(slot, batch);
    byte[] bytes = Label.bytes(label);
    for (int from = 0; from < bytes.length && previous != 0; ) {
      int length = Label.pieceLength(bytes, from);
      int piece = takeExtension(batch);
      if (piece == 0) {
        return;
      }
      MappedByteBuffer segment = segment(piece);
      int at = SlotPool.offset(piece);
      segment.putInt(at + LABEL_LENGTH, length);
      segment.put(at + LABEL_TEXT, bytes, from, length);
      Words.publishInt(segment(previous), SlotPool.offset(previous) + EXTENSION_NEXT, piece);
      previous = piece;
      from += length;
    }
  }
}
