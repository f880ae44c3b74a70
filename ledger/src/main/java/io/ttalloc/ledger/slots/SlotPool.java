package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.LedgerLayout.KIND_SLOTS;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT_SHIFT;
import static io.ttalloc.ledger.SlotLayout.SLOT_SHIFT;
import static io.ttalloc.ledger.SlotLayout.SLOT_TALLY;

import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Spares;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The free slots, which threads take and return in batches. Lock-free.
 *
 * <p>Slots that were used before form a stack, linked through their own {@code SLOT_TALLY} words,
 * so that even ten million of them take no heap. The top of the stack is one word with a change
 * counter, so that a top that was removed and pushed again is not mistaken for the top that was
 * read. The slots that were never used are represented by one word as well: the index of the next
 * one, or the index of a segment's header (slot 0) when the segment is used up.
 *
 * <p>A thread that stops or fails between two steps here may lose slots, but no slot is ever given
 * to two threads: a slot is removed from one place before it is added to another.
 */
final class SlotPool {
  private static final long INDEX = 0xFFFF_FFFFL;

  private final SegmentedFile file;

  /** The top of the stack, as {@code change << 32 | slot}. */
  private final AtomicLong top = new AtomicLong();

  private final AtomicInteger fresh = new AtomicInteger();

  private final Spares spares = new Spares();

  SlotPool(SegmentedFile file) {
    this.file = file;
  }

  /** Takes a slot from a batch, refilling the batch if it is empty; 0 if the ledger cannot grow. */
  int take(SlotBatch batch) {
    if (batch.size() == 0) {
      refill(batch);
      if (batch.size() == 0) {
        return 0;
      }
    }
    return batch.pop();
  }

  /** Returns a slot to a batch. */
  void give(int slot, SlotBatch batch) {
    if (batch.isFull()) {
      drain(batch, batch.step);
    }
    batch.push(slot);
  }

  /** Takes slots into an empty batch; leaves it empty if the ledger cannot grow. */
  void refill(SlotBatch batch) {
    while ((top.get() & INDEX) != 0) {
      if (takeUsed(batch)) {
        return;
      }
    }
    while (!takeFresh(batch)) {
      if (!nextSegment()) {
        return;
      }
    }
  }

  private boolean takeUsed(SlotBatch batch) {
    long seen = top.get();
    int slot = (int) seen;
    int count = 0;
    // Slots that other threads take meanwhile may contain anything, but then the top has changed.
    while (slot != 0 && count < batch.step) {
      MappedByteBuffer segment = file.find(slot >>> SLOTS_PER_SEGMENT_SHIFT);
      if (segment == null || offset(slot) == 0) {
        // If the top has not changed, the file was corrupted externally: abandon the rest of the
        // stack.
        top.compareAndSet(seen, changed(seen, 0));
        return false;
      }
      batch.put(count++, slot);
      slot = segment.getInt(offset(slot) + SLOT_TALLY);
    }
    if (count == 0 || !top.compareAndSet(seen, changed(seen, slot))) {
      return false;
    }
    batch.setSize(count);
    return true;
  }

  /**
   * The index of the first slot that was never taken, in the newest segment; a multiple of the
   * number of slots per segment if none is left.
   */
  int fresh() {
    return fresh.get();
  }

  private boolean takeFresh(SlotBatch batch) {
    int first = fresh.get();
    int left = first == 0 ? 0 : SLOTS_PER_SEGMENT - (first & (SLOTS_PER_SEGMENT - 1));
    while ((first & (SLOTS_PER_SEGMENT - 1)) != 0) {
      int count = Math.min(left, batch.step);
      if (fresh.compareAndSet(first, first + count)) {
        for (int i = 0; i < count; i++) {
          batch.put(i, first + i);
        }
        batch.setSize(count);
        return true;
      }
      first = fresh.get();
      left = SLOTS_PER_SEGMENT - (first & (SLOTS_PER_SEGMENT - 1));
    }
    return false;
  }

  /** Begins a new segment unless another thread has; returns false if no segment is available. */
  private boolean nextSegment() {
    int usedUp = fresh.get();
    if ((usedUp & (SLOTS_PER_SEGMENT - 1)) != 0) {
      return true;
    }
    int kept = spares.take();
    int segment = kept != 0 ? kept : file.take(KIND_SLOTS);
    if (segment == 0) {
      return (fresh.get() & (SLOTS_PER_SEGMENT - 1)) != 0;
    }
    if (!fresh.compareAndSet(usedUp, (segment << SLOTS_PER_SEGMENT_SHIFT) + 1)) {
      spares.keep(segment);
    }
    return true;
  }

  /** Pushes slots of a batch onto the stack until the batch holds no more than {@code keep}. */
  void drain(SlotBatch batch, int keep) {
    int size = batch.size();
    // The common case for virtual threads: most of their events leave the batch empty.
    if (size <= keep) {
      return;
    }
    int last = batch.get(keep);
    int first = last;
    for (int i = keep + 1; i < size; i++) {
      int slot = batch.get(i);
      setNext(slot, first);
      first = slot;
    }
    batch.setSize(keep);
    long seen = top.get();
    setNext(last, (int) seen);
    while (!top.compareAndSet(seen, changed(seen, first))) {
      seen = top.get();
      setNext(last, (int) seen);
    }
  }

  private void setNext(int slot, int next) {
    file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT).putInt(offset(slot) + SLOT_TALLY, next);
  }

  private static long changed(long seen, int slot) {
    return ((seen >>> 32) + 1) << 32 | (slot & INDEX);
  }

  /** The offset of a slot within its segment. */
  static int offset(int slot) {
    return (slot & (SLOTS_PER_SEGMENT - 1)) << SLOT_SHIFT;
  }
}
