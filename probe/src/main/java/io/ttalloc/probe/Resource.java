package io.ttalloc.probe;

import io.ttalloc.ledger.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * One resource: where its slot is, and the reference that tells when the collector took it.
 *
 * <p>A phantom reference, so that nothing here can revive the object, and {@link #refersTo} still
 * tells whether an object that carries this in its field is the one it was made for (a clone
 * carries it too). The object keeps it after the close, which is how a second close is known; the
 * table of open resources does not, so the collector forgets both together. 40 bytes with
 * compressed references.
 *
 * <p>No thread waits for another one here. The state is one word:
 *
 * <pre>
 * closer (21 bits) | pins (8 bits) | status (3 bits)
 *
 * OPENING -> OPEN -> CLOSING -> CLOSED -> SETTLED      CLOSING -> OPEN  if the close threw
 *              \-> COLLECTED
 * </pre>
 *
 * <p>Whoever changes what is recorded of an open resource pins it meanwhile. A pin keeps nobody
 * from closing the resource: only the slot stays its own until the last pin is gone, and whoever
 * comes last, the closer or the last pin, settles the close. Who closes stands in the word, so that
 * a thread that was cut off within a close knows whether the close is its own.
 */
class Resource extends PhantomReference<Object> {
  /** Not published yet; only the thread that opens it may change it. */
  static final int OPENING = 0;

  static final int OPEN = 1;
  static final int CLOSING = 2;

  /** Its close has ended, and what follows from that is being recorded. */
  static final int CLOSED = 3;

  /** All is recorded; its slot may be another's. */
  static final int SETTLED = 4;

  /** The collector took the object before it was closed. */
  static final int COLLECTED = 5;

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
   * captured), which is negative: whatever is cut off while it is settled must never take that for
   * a slot.
   */
  private int slotOrCloseStack;

  private volatile int state;

  /** Its tally or, if it has an owner or a holder, a {@link Link}, which has the tally too. */
  private volatile Object attachment;

  /** A resource that is being opened. */
  @SuppressWarnings("NullAway.Init") // The attachment is set, without the fence of a volatile.
  Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected);
    this.slotOrCloseStack = slot;
    // Whoever finds it has found it through a release store; a volatile one would be a fence.
    ATTACHMENT.set(this, (Object) tally);
  }

  /** Its slot; negative once it has none. */
  final int slot() {
    return slotOrCloseStack;
  }

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

  final boolean isClosed() {
    int status = status();
    return status == CLOSED || status == SETTLED;
  }

  final Tally tally() {
    Object attached = attachment;
    return attached instanceof Tally tally ? tally : ((Link) attached).tally;
  }

  /** Whom it belongs to and who holds it; null if nobody. */
  final @Nullable Link link() {
    return attachment instanceof Link link ? link : null;
  }

  /** Replaces what it is attached to, unless another thread has. */
  final boolean relink(@Nullable Link before, Link after) {
    Object expected = before == null ? tally() : before;
    return ATTACHMENT.compareAndSet(this, expected, (Object) after);
  }

  /** Detaches it from all, unless another thread has. */
  final boolean unlink(Link before) {
    return ATTACHMENT.compareAndSet(this, (Object) before, (Object) before.tally);
  }

  /** Whether this is what it is attached to now. */
  final boolean isLinkedBy(@Nullable Link link) {
    return link() == link;
  }

  /** Keeps the slot its own until {@link #unpin}; false if it is not open. */
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
   * @return whether the resource is no longer open and this was the last pin: the caller must
   *     settle what follows
   */
  final boolean unpin() {
    int now = (int) STATE.getAndAdd(this, -PIN) - PIN;
    int status = now & STATUS;
    return (now & PINS) == 0 && (status == CLOSED || status == COLLECTED);
  }

  /** Ends the opening: whoever finds it from now on may close it. */
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

  /** Whether this thread has begun to close it, and not ended. */
  final boolean isClosedBy(int closer) {
    int seen = state;
    int status = seen & STATUS;
    return (status == CLOSING || (status == CLOSED && (seen & PINS) == 0))
        && seen >>> CLOSER_SHIFT == (closer & (CLOSERS - 1));
  }

  /** Whether a close has begun, or ended and is not settled. */
  final boolean isEnding() {
    int status = status();
    return status == CLOSING || status == CLOSED;
  }

  /** Whether somebody is changing what is recorded of it. */
  final boolean isPinned() {
    return (state & PINS) != 0;
  }

  /** Takes back a close that this caller began. */
  final void closeFailed() {
    int seen = state;
    while ((seen & STATUS) == CLOSING && !STATE.compareAndSet(this, seen, (seen & PINS) | OPEN)) {
      seen = state;
    }
  }

  /**
   * Ends a close that this caller began.
   *
   * @return whether the caller must settle it; else the last pin does
   */
  final boolean endClose() {
    int seen = state;
    if ((seen & PINS) == 0) {
      // Nobody else changes it: there are no new pins while it is closing.
      STATE.setRelease(this, (seen & ~STATUS) | CLOSED);
      return true;
    }
    while (!STATE.compareAndSet(this, seen, (seen & ~STATUS) | CLOSED)) {
      seen = state;
    }
    return (seen & PINS) == 0;
  }

  /**
   * Ends all: of this resource nothing more is recorded. One that may own others still has its
   * slot.
   */
  void settled(int closeStack) {
    slotOrCloseStack = ~closeStack;
    STATE.setRelease(this, SETTLED);
  }

  final void settledInItsSlot() {
    STATE.setRelease(this, SETTLED);
  }

  /**
   * Notes that the collector took the object.
   *
   * @return the status before if it is the caller who must settle what follows: OPEN, or CLOSING if
   *     the end of the close never came; -1 if there is nothing to do now
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
