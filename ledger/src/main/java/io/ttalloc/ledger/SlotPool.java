package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.KIND_SLOTS;
import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT_SHIFT;
import static io.ttalloc.ledger.LedgerLayout.SLOT_SHIFT;
import static io.ttalloc.ledger.LedgerLayout.SLOT_TALLY;

/**
 * Free slots. Threads take and give them in batches, so that the monitor of this object is entered
 * once in many events.
 *
 * <p>Free slots form a list through their own {@code SLOT_TALLY} word: ten million of them cost no
 * heap.
 */
final class SlotPool {
  private final SegmentedFile file;
  private int firstFree;
  private int nextFresh;
  private int freshLeft;

  SlotPool(SegmentedFile file) {
    this.file = file;
  }

  /** Takes slots into an empty batch; leaves it empty if the ledger cannot grow. */
  synchronized void refill(SlotBatch batch) {
    int wanted = batch.step;
    while (wanted > 0 && firstFree != 0) {
      int slot = firstFree;
      firstFree = file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT).getInt(offset(slot) + SLOT_TALLY);
      batch.push(slot);
      wanted--;
    }
    if (wanted > 0 && freshLeft == 0) {
      int segment = file.add(KIND_SLOTS);
      if (segment == 0) {
        return;
      }
      nextFresh = (segment << SLOTS_PER_SEGMENT_SHIFT) + 1;
      freshLeft = SLOTS_PER_SEGMENT - 1;
    }
    for (; wanted > 0 && freshLeft > 0; wanted--, freshLeft--) {
      batch.push(nextFresh++);
    }
  }

  /** Takes back slots until the batch holds no more than {@code keep}. */
  void drain(SlotBatch batch, int keep) {
    // Most events of a virtual thread leave its batch empty.
    if (batch.size() > keep) {
      takeBack(batch, keep);
    }
  }

  private synchronized void takeBack(SlotBatch batch, int keep) {
    while (batch.size() > keep) {
      int slot = batch.pop();
      file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT).putInt(offset(slot) + SLOT_TALLY, firstFree);
      firstFree = slot;
    }
  }

  static int offset(int slot) {
    return (slot & (SLOTS_PER_SEGMENT - 1)) << SLOT_SHIFT;
  }
}
