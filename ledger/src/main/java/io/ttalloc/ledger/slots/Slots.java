package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;

/**
 * The slots of resources. A slot is filled when a resource is opened, published with a release
 * store, and freed when the resource is closed. Lock-free.
 *
 * <p>From the time when a thread takes a slot until the slot is freed, no other thread can take it.
 * The caller (the probe) ensures that only one thread at a time changes the state of a slot, and
 * that nothing is written to a slot that may have been freed and taken again. Data that several
 * threads may write at the same time is always a single word.
 */
public final class Slots {
  private final SegmentedFile file;
  private final SlotPool pool;
  private final SlotExtensions extensions;

  public Slots(SegmentedFile file) {
    this.file = file;
    this.pool = new SlotPool(file);
    this.extensions = new SlotExtensions(file, pool);
  }

  /** Takes a slot; 0 if the ledger cannot grow. */
  public int take(SlotBatch batch) {
    return pool.take(batch);
  }

  /** The index of the first slot that was never taken; see {@link SlotPool#fresh}. */
  public int fresh() {
    return pool.fresh();
  }

  /** Returns all slots of a batch to the pool. */
  public void drain(SlotBatch batch) {
    pool.drain(batch, 0);
  }

  private MappedByteBuffer segment(int slot) {
    return file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT);
  }

  /**
   * Fills a taken slot with the data that identifies the resource. Readers see nothing before the
   * slot is {@linkplain #publish published}.
   */
  public void fill(int slot, int tally, long openedNanos, int thread) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    // A reader must see that the slot was freed before it sees any word of the next resource.
    VarHandle.storeStoreFence();
    segment.putInt(at + SLOT_TALLY, tally);
    segment.putLong(at + SLOT_BYTES_HELD, 0);
    segment.putLong(at + SLOT_ADDRESS, 0);
    segment.putLong(at + SLOT_OPENED_NANOS, openedNanos);
    segment.putLong(at + SLOT_OWNER, 0);
    // Each store clears two fields: session and space, then device and flags, and finally extent
    // and extension.
    segment.putLong(at + SLOT_SESSION, 0);
    segment.putInt(at + SLOT_DEVICE, 0);
    segment.putInt(at + SLOT_THREAD, thread);
    segment.putLong(at + SLOT_EXTENT, 0);
  }

  /**
   * Writes the region of memory that a resource occupies. Must not be called by two threads at the
   * same time.
   */
  public void setRegion(
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
    setDeviceAndFlags(segment, at + SLOT_DEVICE, device, flags);
  }

  /** Sets device and flags, which share one word; other threads may add flags at the same time. */
  private static void setDeviceAndFlags(MappedByteBuffer segment, int at, int device, int flags) {
    int kept = 0xFFFF_0000 & ~(REGION_FLAGS << 16);
    int seen;
    do {
      seen = Words.getInt(segment, at);
    } while (!Words.compareAndSetInt(
        segment, at, seen, (seen & kept) | flags << 16 | (device & 0xFFFF)));
  }

  public void setOwner(int slot, int owner, int ownerGeneration) {
    Words.publishLong(
        segment(slot), SlotPool.offset(slot) + SLOT_OWNER, reference(owner, ownerGeneration));
  }

  /**
   * A slot index and the slot's generation combined into one word, so that no reader sees the slot
   * of one resource with the generation of another.
   */
  static long reference(int slot, int generation) {
    return (slot & 0xFFFF_FFFFL) | (long) generation << 32;
  }

  /**
   * The number of times a slot was used, which distinguishes its current resource from earlier
   * ones.
   */
  public int generation(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_STATE) >>> GENERATION_SHIFT;
  }

  /** The state word for the next use of a slot: the next generation, without a state. */
  static int nextGeneration(int stateWord) {
    return ((stateWord >>> GENERATION_SHIFT) + 1 & GENERATION_MASK) << GENERATION_SHIFT;
  }

  /** Publishes a filled slot as a new resource; does nothing if it is already published. */
  public void publish(int slot) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_STATE;
    int seen = segment.getInt(at);
    if ((seen & STATE_MASK) == STATE_FREE) {
      Words.publishInt(segment, at, nextGeneration(seen) | STATE_OPEN);
    }
  }

  /** Publishes a new state of the resource in a slot. */
  public void setState(int slot, int state) {
    setState(segment(slot), SlotPool.offset(slot) + SLOT_STATE, state);
  }

  static void setState(MappedByteBuffer segment, int at, int state) {
    Words.publishInt(segment, at, (segment.getInt(at) & ~STATE_MASK) | state);
  }

  public void addFlags(int slot, int flags) {
    Words.orInt(segment(slot), SlotPool.offset(slot) + SLOT_DEVICE, flags << 16);
  }

  /** Records whether the totals of a resource's device include the resource. */
  public void setCounted(int slot, boolean counted) {
    if (!counted) {
      addFlags(slot, FLAG_UNCOUNTED);
    } else if (!isCounted(slot)) {
      Words.andInt(segment(slot), SlotPool.offset(slot) + SLOT_DEVICE, ~(FLAG_UNCOUNTED << 16));
    }
  }

  /**
   * Whether the totals of a resource's device include the resource; false if the ledger could not
   * grow to record the totals.
   */
  public boolean isCounted(int slot) {
    return (flags(slot) & FLAG_UNCOUNTED) == 0;
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

  /** The bytes that a resource occupies in each bank, unsigned; 0 if equal to {@link #bytes}. */
  public int extent(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENT);
  }

  public int space(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_SPACE);
  }

  public int session(int slot) {
    return segment(slot).getInt(SlotPool.offset(slot) + SLOT_SESSION);
  }

  /** Gives back a slot that was taken but never published. */
  public void giveBack(int slot, SlotBatch batch) {
    // Does not call free(), because the slot may still refer to extensions of its previous
    // resource, which were freed already.
    pool.give(slot, batch);
  }

  /** Hides a slot from readers. It still belongs to the caller, which can read its content. */
  public void vacate(int slot) {
    setState(slot, STATE_FREE);
  }

  /** Frees a slot and its extensions. */
  public void free(int slot, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot);
    int extension = segment.getInt(at + SLOT_EXTENSION);
    setState(segment, at + SLOT_STATE, STATE_FREE);
    pool.give(slot, batch);
    if (extension != 0) {
      extensions.free(extension, batch);
    }
  }

  /** The extensions of the slots, for facts that few resources have. */
  public SlotExtensions extensions() {
    return extensions;
  }
}
