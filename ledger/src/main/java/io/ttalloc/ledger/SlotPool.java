package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.KIND_SLOTS;
import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT_SHIFT;
import static io.ttalloc.ledger.LedgerLayout.SLOT_SHIFT;
import static io.ttalloc.ledger.LedgerLayout.SLOT_TALLY;

import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Free slots, which threads take and give back in batches. Lock-free.
 *
 * <p>Slots that were used before form a stack through their own {@code SLOT_TALLY} word: ten
 * million of them cost no heap. Its top is one word with a number that changes with every change,
 * so that nobody takes an old top for the present one. Fresh slots are one word as well: the index
 * of the next one, which is that of a segment's header (slot 0) when the segment is used up.
 *
 * <p>Whatever is cut off between two steps here loses slots and never gives one to two: a slot
 * leaves the one place before it enters the other.
 */
final class SlotPool {
  private static final long INDEX = 0xFFFF_FFFFL;

  private final SegmentedFile file;

  /** {@code change << 32 | slot}. */
  private final AtomicLong top = new AtomicLong();

  private final AtomicInteger fresh = new AtomicInteger();

  private final Spares spares = new Spares();

  SlotPool(SegmentedFile file) {
    this.file = file;
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
    // What is read of slots that others take meanwhile is anything; then the top has changed.
    while (slot != 0 && count < batch.step) {
      MappedByteBuffer segment = file.find(slot >>> SLOTS_PER_SEGMENT_SHIFT);
      if (segment == null || offset(slot) == 0) {
        // If the top is still the same, somebody overwrote the file: the rest is given up.
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

  /** Goes on to a new segment, unless another thread has done so; false if there is none. */
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

  /** Takes back slots until the batch holds no more than {@code keep}. */
  void drain(SlotBatch batch, int keep) {
    int size = batch.size();
    // Most events of a virtual thread leave its batch empty.
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

  static int offset(int slot) {
    return (slot & (SLOTS_PER_SEGMENT - 1)) << SLOT_SHIFT;
  }
}
