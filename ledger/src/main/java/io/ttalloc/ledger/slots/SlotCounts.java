package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;

/**
 * The extensions of slots that count the references to a resource and contain the last calls that
 * changed the count. A resource whose count never changed has no such extension: its count is 1.
 * Lock-free.
 *
 * <p>The slot of the resource refers to the count extension, and the count extension refers to the
 * extension with the other facts, regardless of which of the two was added first.
 */
public final class SlotCounts {
  private final SegmentedFile file;
  private final SlotExtensions extensions;

  SlotCounts(SegmentedFile file, SlotExtensions extensions) {
    this.file = file;
    this.extensions = extensions;
  }

  private MappedByteBuffer segment(int slot) {
    return file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT);
  }

  /** Whether an extension is a count extension; false for 0. */
  boolean isCount(int extension) {
    return extension != 0
        && (Words.getInt(segment(extension), SlotPool.offset(extension) + SLOT_STATE) & STATE_MASK)
            == STATE_COUNT;
  }

  /**
   * Changes the reference count of a resource; every count starts at 1. Several threads may call
   * this at the same time. If the count would become 0 or less, it is left unchanged, because the
   * resource will be closed.
   *
   * <p>If the ledger cannot grow, the count does not change.
   *
   * @return the new count, or the count of 0 or less that it would have become
   */
  public int change(int slot, int by, SlotBatch batch) {
    int known = Words.getInt(segment(slot), SlotPool.offset(slot) + SLOT_EXTENSION);
    if (!isCount(known) && sum(1, by) <= 0) {
      return sum(1, by);
    }
    int extension = isCount(known) ? known : add(slot, batch);
    if (extension == 0) {
      return 1;
    }
    MappedByteBuffer segment = segment(extension);
    int at = SlotPool.offset(extension) + COUNT_VALUE;
    int seen;
    int after;
    do {
      seen = Words.getInt(segment, at);
      after = sum(seen, by);
    } while (after > 0 && !Words.compareAndSetInt(segment, at, seen, after));
    return after;
  }

  private static int sum(int count, int by) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, (long) count + by));
  }

  /**
   * The facts extension that a count extension refers to; 0 if there is none, or if the count
   * extension may belong to another resource by now.
   */
  int factsBehind(int extension) {
    MappedByteBuffer segment = segment(extension);
    int at = SlotPool.offset(extension);
    int state = Words.getInt(segment, at + SLOT_STATE);
    int facts = Words.getInt(segment, at + COUNT_FACTS);
    VarHandle.loadLoadFence();
    return segment.getInt(at + SLOT_STATE) == state && (state & STATE_MASK) == STATE_COUNT
        ? facts
        : 0;
  }

  /**
   * Records a call that has changed a count. Several threads may call this at the same time.
   *
   * @param stack the stack of the call; 0 if unknown
   */
  public void addChange(
      int slot, boolean raised, int stack, int thread, long nanos, SlotBatch batch) {
    int extension = Words.getInt(segment(slot), SlotPool.offset(slot) + SLOT_EXTENSION);
    if (!isCount(extension)) {
      return;
    }
    MappedByteBuffer segment = segment(extension);
    int at = SlotPool.offset(extension);
    int calls = calls(segment, at + (raised ? COUNT_LAST_RAISED : COUNT_LAST_LOWERED), batch);
    long number = Words.addLong(segment, at + (raised ? COUNT_RAISED : COUNT_LOWERED), 1);
    if (calls != 0) {
      int place = (int) (number % CHANGES_KEPT) * CHANGE_BYTES;
      int call = SlotPool.offset(calls) + CHANGES_FIRST + place;
      segment(calls).putLong(call + CHANGE_NANOS, nanos);
      Words.publishLong(segment(calls), call + CHANGE_STACK, Slots.reference(stack, thread));
    }
  }

  private int calls(MappedByteBuffer segment, int at, SlotBatch batch) {
    int known = Words.getInt(segment, at);
    int added = known == 0 ? extensions.take(STATE_EXTENSION, batch) : known;
    if (known == 0 && added != 0 && !Words.compareAndSetInt(segment, at, 0, added)) {
      extensions.freeOne(added, batch);
      return Words.getInt(segment, at);
    }
    return added;
  }

  /**
   * Returns the count extension of a slot, inserting it in front of the other facts if there is
   * none; 0 if the ledger cannot grow.
   */
  private int add(int slot, SlotBatch batch) {
    MappedByteBuffer segment = segment(slot);
    int at = SlotPool.offset(slot) + SLOT_EXTENSION;
    int added = extensions.take(STATE_COUNT, batch);
    while (added != 0) {
      int known = Words.getInt(segment, at);
      if (isCount(known)) {
        extensions.freeOne(added, batch);
        return known;
      }
      segment(added).putInt(SlotPool.offset(added) + COUNT_FACTS, known);
      segment(added).putInt(SlotPool.offset(added) + COUNT_VALUE, 1);
      if (Words.compareAndSetInt(segment, at, known, added)) {
        return added;
      }
    }
    return 0;
  }

  /** Frees a count extension and returns the facts extension that it refers to; 0 = none. */
  int free(int extension, SlotBatch batch) {
    MappedByteBuffer segment = segment(extension);
    int at = SlotPool.offset(extension);
    int facts = segment.getInt(at + COUNT_FACTS);
    int raised = segment.getInt(at + COUNT_LAST_RAISED);
    int lowered = segment.getInt(at + COUNT_LAST_LOWERED);
    extensions.freeOne(extension, batch);
    if (raised != 0) {
      extensions.freeOne(raised, batch);
    }
    if (lowered != 0) {
      extensions.freeOne(lowered, batch);
    }
    return facts;
  }
}
