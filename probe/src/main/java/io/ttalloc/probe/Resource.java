package io.ttalloc.probe;

import io.ttalloc.ledger.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * One resource: its slot, its state, and the reference that is enqueued when the collector takes
 * it.
 *
 * <p>A phantom reference, so that nothing here can revive the object; {@link #refersTo} still
 * distinguishes the object that it was made for from a clone, which has this in its field too. The
 * object keeps it after the close, which is how a second close is recognised; the table of open
 * resources does not, so the collector frees both together. 40 bytes with compressed references.
 *
 * <p>No thread waits for another. The state is one word:
 *
 * <pre>
 * closer (21 bits) | pins (8 bits) | status (3 bits)
 *
 * OPENING -> OPEN -> CLOSING -> CLOSED -> SETTLED      CLOSING -> OPEN  if the close threw
 *              \-> COLLECTED                 \-> DISOWNED
 * </pre>
 *
 * <p>A thread that changes what is recorded of an open resource pins it for that time. A pin does
 * not prevent a close: the slot only stays the resource's own until the last pin has ended, and
 * whoever comes last, the closer or the last pin, settles the close. The word names the closing
 * thread, so that a thread that an error has cut off within a close knows whether that close is its
 * own.
 */
class Resource extends PhantomReference<Object> {
  /** Not published yet; only the opening thread may change it. */
  static final int OPENING = 0;

  static final int OPEN = 1;
  static final int CLOSING = 2;

  /** Its close has ended, and what follows from it is being recorded. */
  static final int CLOSED = 3;

  /** Everything is recorded; its slot may be another's. */
  static final int SETTLED = 4;

  /** The collector took the object before it was closed. */
  static final int COLLECTED = 5;

  /** Settled like a close, but what is done with it now is no misuse: something else owns it. */
  static final int DISOWNED = 6;

  private static final int STATUS = 7;
  private static final int PIN = 1 << 3;
  private static final int PINS = 0xFF << 3;
  private static final int CLOSER_SHIFT = 11;
  private static final int CLOSERS = 1 << 21;

  private static final VarHandle STATE;
  private static final VarHandle ATTACHMENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Resource.class, "state", int.class);
      ATTACHMENT = lookup.findVarHandle(Resource.class, "attachment", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Its slot until it is settled; afterwards the complement of the stack that closed it (0 = not
   * captured). That is negative, so that settling it again after an error never takes it for a
   * slot.
   */
  private int slotOrCloseStack;

  private volatile int state;

  /** Its tally, or a {@link Link} with the tally if it has an owner or a holder. */
  private volatile Object attachment;

  @SuppressWarnings("NullAway.Init") // The attachment is set, through its handle.
  Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected);
    this.slotOrCloseStack = slot;
    // Other threads find this object through a release store; a volatile store would be a fence.
    ATTACHMENT.set(this, (Object) tally);
  }

  /** Its slot; negative once it has none. */
  final int slot() {
    return slotOrCloseStack;
  }

  /** The label that it keeps when it is closed; null if it keeps none. */
  @Nullable String labelKept() {
    return null;
  }

  /** Keeps a label for its time after the close, if it can and has none. */
  void keepLabel(String label) {}

  /** The stack that closed it; 0 if it was not captured. */
  int closeStack() {
    return slotOrCloseStack < 0 ? ~slotOrCloseStack : 0;
  }

  final int status() {
    return state & STATUS;
  }

  final boolean isOpen() {
    return status() == OPEN;
  }

  /** Whether it was made for this object and is open or being opened. */
  final boolean isOpenFor(Object object) {
    return status() <= OPEN && refersTo(object);
  }

  final boolean isClosed() {
    int status = status();
    return status == CLOSED || status == SETTLED;
  }

  final Tally tally() {
    Object attached = attachment;
    return attached instanceof Tally tally ? tally : ((Link) attached).tally;
  }

  /** Its owner and its holders; null if it has neither. */
  final @Nullable Link link() {
    return attachment instanceof Link link ? link : null;
  }

  /** Replaces its link, unless another thread has. */
  final boolean relink(@Nullable Link before, Link after) {
    Object expected = before == null ? tally() : before;
    return ATTACHMENT.compareAndSet(this, expected, (Object) after);
  }

  /** Removes its link, unless another thread has changed it. */
  final boolean unlink(Link before) {
    return ATTACHMENT.compareAndSet(this, (Object) before, (Object) before.tally);
  }

  /** Whether this is its link now. */
  final boolean isLinkedBy(@Nullable Link link) {
    return link() == link;
  }

  /** Keeps the slot its own until {@link #unpin}; false if it is not open, or has too many pins. */
  final boolean pin() {
    int seen = state;
    while ((seen & STATUS) == OPEN && (seen & PINS) != PINS) {
      if (STATE.compareAndSet(this, seen, seen + PIN)) {
        return true;
      }
      seen = state;
    }
    return false;
  }

  /**
   * Ends a pin.
   *
   * @return whether this was the last pin of a resource that is no longer open: the caller must
   *     settle it
   */
  final boolean unpin() {
    int now = (int) STATE.getAndAdd(this, -PIN) - PIN;
    int status = now & STATUS;
    return (now & PINS) == 0 && (status == CLOSED || status == COLLECTED);
  }

  /** Ends the opening: from now on any thread may close it. */
  final void opened() {
    if (state == OPENING) {
      STATE.setRelease(this, OPEN);
    }
  }

  /**
   * Begins a close.
   *
   * @param closer the number of the calling thread
   * @return false if it is not open
   */
  final boolean beginClose(int closer) {
    int seen = state;
    while ((seen & STATUS) == OPEN) {
      if (STATE.compareAndSet(
          this, seen, (seen & PINS) | CLOSING | (closer & (CLOSERS - 1)) << CLOSER_SHIFT)) {
        return true;
      }
      seen = state;
    }
    return false;
  }

  /** Whether this thread has begun to close it and not settled that. */
  final boolean isClosedBy(int closer) {
    int seen = state;
    int status = seen & STATUS;
    return (status == CLOSING || (status == CLOSED && (seen & PINS) == 0))
        && seen >>> CLOSER_SHIFT == (closer & (CLOSERS - 1));
  }

  /** Whether a thread other than this one has begun to close it and not ended that. */
  final boolean isClosedByOther(int thread) {
    int seen = state;
    return (seen & STATUS) == CLOSING && seen >>> CLOSER_SHIFT != (thread & (CLOSERS - 1));
  }

  /** Whether a close has begun and is not settled. */
  final boolean isEnding() {
    int status = status();
    return status == CLOSING || status == CLOSED;
  }

  /** Whether a thread is changing what is recorded of it. */
  final boolean isPinned() {
    return (state & PINS) != 0;
  }

  /** Undoes the begin of a close, which the caller made. */
  final void closeFailed() {
    int seen = state;
    while ((seen & STATUS) == CLOSING && !STATE.compareAndSet(this, seen, (seen & PINS) | OPEN)) {
      seen = state;
    }
  }

  /**
   * Ends a close that the caller began.
   *
   * @return whether the caller must settle it; if not, the last pin does
   */
  final boolean endClose() {
    int seen = state;
    if ((seen & PINS) == 0) {
      // No other thread changes it: while it is closing it gets no new pins.
      STATE.setRelease(this, (seen & ~STATUS) | CLOSED);
      return true;
    }
    while (!STATE.compareAndSet(this, seen, (seen & ~STATUS) | CLOSED)) {
      seen = state;
    }
    return (seen & PINS) == 0;
  }

  /**
   * Nothing more is recorded of it, and its slot is no longer its own, unless it is an {@link
   * Owner}.
   */
  void settled(int closeStack) {
    slotOrCloseStack = ~closeStack;
    STATE.setRelease(this, SETTLED);
  }

  /** Notes that it was settled because something else owns it now. */
  final void disowned() {
    boolean ignored = STATE.compareAndSet(this, SETTLED, DISOWNED);
  }

  /** Nothing more is recorded of it, but it keeps its slot. */
  final void settledInItsSlot() {
    STATE.setRelease(this, SETTLED);
  }

  /**
   * Changes the status because the collector took the object.
   *
   * @return the status before if the caller must settle it: OPEN, or CLOSING if the end of the
   *     close never came; -1 if there is nothing to settle, or the last pin does it
   */
  final int collect() {
    int seen = state;
    while (true) {
      int status = seen & STATUS;
      if (status != OPEN && status != CLOSING) {
        return -1;
      }
      int next = (seen & ~STATUS) | (status == OPEN ? COLLECTED : CLOSED);
      if (STATE.compareAndSet(this, seen, next)) {
        return (seen & PINS) == 0 ? status : -1;
      }
      seen = state;
    }
  }
}
