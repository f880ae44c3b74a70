package io.ttalloc.probe;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import org.jspecify.annotations.Nullable;

/**
 * Records the last call on a resource: where it was let go, if nobody closes it. Only types whose
 * rule names such methods come here. Thread-safe.
 *
 * <p><b>Sampling.</b> A stack costs more than most calls. So each resource has a budget of {@value
 * #BURST} recorded calls, which grows by one each millisecond up to that number. The first calls
 * are always recorded, and so are the first ones after a pause; of a method that is called without
 * end one call each millisecond is. What is left out follows within a millisecond of a call that is
 * recorded, and the ledger says that something followed. Neither needs a table or a lock: the
 * budget is one word, the time at which it would be full again, and is in the ledger beside what it
 * limits.
 *
 * <p>Calls by a reclaimer are not the program's own, and those on a resource that is being opened
 * or closed belong to that.
 */
final class Touches {
  static final int BURST = 16;
  static final long INTERVAL_NANOS = 1_000_000;

  private final Tracked tracked;
  private final Slots slots;
  private final CloseCompletion completion;

  Touches(Tracked tracked, CloseCompletion completion) {
    this.tracked = tracked;
    this.slots = tracked.slots;
    this.completion = completion;
  }

  /** Whether a call at this time is recorded, by {@link Slots#touchNext}. */
  static boolean isDue(long next, long now) {
    return (next & ~SlotLayout.TOUCHES_LEFT_OUT) - now <= (BURST - 1) * INTERVAL_NANOS;
  }

  /** What {@link Slots#touchNext} is to be after a call that is recorded at this time. */
  static long next(long next, long now) {
    return Math.max(next & ~SlotLayout.TOUCHES_LEFT_OUT, now) + INTERVAL_NANOS;
  }

  /**
   * Whether a call is to be recorded, or that it was left out. Called for every call, and changes
   * nothing: threads that share a busy resource do not wait for its cache lines.
   */
  boolean areDue(@Nullable Object object) {
    Resource resource = tracked.resources.find(object);
    if (resource == null || !resource.isOpen()) {
      return false;
    }
    int slot = resource.slot();
    // Another thread may close it at any moment: then this is a guess, which touched() checks.
    long next = slot < 0 ? 0 : slots.touchNext(slot);
    return next >= 0 || isDue(next, tracked.ledger.now());
  }

  /** Records a call, if its budget allows. */
  void touched(ThreadState thread, @Nullable Object object) {
    Resource resource = tracked.resources.find(object);
    if (resource == null || thread.reclaimer || !resource.isOpen()) {
      return;
    }
    long now = tracked.ledger.now();
    int before = resource.slot();
    boolean due = before >= 0 && isDue(slots.touchNext(before), now);
    // Captured first: as long as it is pinned, a close cannot be settled.
    int stack = due ? tracked.stackHere() : 0;
    if (!resource.pin()) {
      return;
    }
    try {
      int slot = resource.slot();
      if (due) {
        long next = next(slots.touchNext(slot), now);
        slots.setTouch(slot, stack, thread.name, now, next, thread.batch);
      } else {
        slots.setTouchLeftOut(slot);
      }
    } finally {
      completion.unpin(thread, resource);
    }
  }
}
