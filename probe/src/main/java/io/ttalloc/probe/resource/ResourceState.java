package io.ttalloc.probe.resource;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * The state of a resource, in a single word, so that no thread has to wait for another.
 *
 * <pre>
 * closer (21 bits) | pins (8 bits) | status (3 bits)
 *
 * OPENING -> OPEN -> CLOSING -> CLOSED -> SETTLED -> DISOWNED  if something else owns it
 *              |<-------/   if the close threw
 *              \-> COLLECTED -> SETTLED   if its slot is freed
 * </pre>
 *
 * <p>This is not the state of its slot in the ledger, which readers see: a slot is FREE until the
 * opening is committed, and FREE again, or CLOSED_OWNER, once a close is committed.
 *
 * <p>A thread pins an open resource while it changes the recorded data of the resource. A pin does
 * not prevent a close, but the slot still belongs to the resource until the last pin has ended.
 * Whichever ends last, the close or a pin, settles the close, that is, records the end. One of the
 * pins is exclusive: a resource's place takes many words, which two threads must not change at
 * once. The word contains the number of the closing thread, so that a thread whose hook failed
 * during a close can check whether the close is its own.
 */
public abstract class ResourceState extends PhantomReference<Object> {
  /** Not published yet; only the opening thread may change the resource. */
  public static final int OPENING = 0;

  public static final int OPEN = 1;
  public static final int CLOSING = 2;

  /** The close has ended, and its consequences are being recorded. */
  static final int CLOSED = 3;

  /** Everything is recorded; the slot may belong to another resource. */
  public static final int SETTLED = 4;

  /** The object was collected before it was closed. */
  public static final int COLLECTED = 5;

  /**
   * Settled, but further calls on the resource are not misuse: something else owns the resource, or
   * its opening was undone.
   */
  static final int DISOWNED = 6;

  private static final int STATUS = 7;
  private static final int PIN = 1 << 3;
  private static final int PINS = 0xFF << 3;

  /** The highest of the pin bits: the exclusive pin of the thread that changes the place. */
  private static final int ALONE = 0x80 << 3;

  private static final int COUNTED_PINS = PINS & ~ALONE;
  private static final int CLOSER_SHIFT = 11;
  private static final int CLOSERS = 1 << 21;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(ResourceState.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int state;

  ResourceState(Object object, ReferenceQueue<Object> collected) {
    super(object, collected);
  }

  public final int status() {
    return state & STATUS;
  }

  public final boolean isOpen() {
    return status() == OPEN;
  }

  /** Whether this resource was created for the given object and is open or being opened. */
  final boolean isOpenFor(Object object) {
    return status() <= OPEN && refersTo(object);
  }

  public final boolean isClosed() {
    int status = status();
    return status == CLOSED || status == SETTLED;
  }

  /**
   * Whether the resource is no longer open, because a close of it has ended, its object was
   * collected, or something else owns it. The object can then only be opened again.
   */
  public final boolean isOver() {
    return status() > CLOSING;
  }

  /**
   * Prevents the slot from being reused until {@link #unpin}; false if the resource is not open, or
   * has too many pins.
   */
  public final boolean pin() {
    int seen = state;
    while ((seen & STATUS) == OPEN && (seen & COUNTED_PINS) != COUNTED_PINS) {
      if (STATE.compareAndSet(this, seen, seen + PIN)) {
        return true;
      }
      seen = state;
    }
    return false;
  }

  /** Takes the exclusive pin, whose holder may change the place; false if {@link #isTaken}. */
  public final boolean pinAlone() {
    int seen = state;
    while ((seen & (STATUS | ALONE)) == OPEN) {
      if (STATE.compareAndSet(this, seen, seen | ALONE)) {
        return true;
      }
      seen = state;
    }
    return false;
  }

  /** Whether {@link #pinAlone} is impossible at the moment. */
  public final boolean isTaken() {
    return (state & (STATUS | ALONE)) != OPEN;
  }

  /**
   * Ends a pin.
   *
   * @return whether this was the last pin of a resource that is no longer open; if so, the caller
   *     must settle the resource
   */
  public final boolean unpin() {
    return unpinned(PIN);
  }

  /** Like {@link #unpin}, for {@link #pinAlone}. */
  public final boolean unpinAlone() {
    return unpinned(ALONE);
  }

  private boolean unpinned(int pin) {
    int now = (int) STATE.getAndAdd(this, -pin) - pin;
    int status = now & STATUS;
    return (now & PINS) == 0 && (status == CLOSED || status == COLLECTED);
  }

  /** Ends the opening: from now on any thread may close the resource. */
  public final void opened() {
    if (state == OPENING) {
      STATE.setRelease(this, OPEN);
    }
  }

  /**
   * Begins a close.
   *
   * @param closer the number of the calling thread
   * @return false if the resource is not open
   */
  public final boolean beginClose(int closer) {
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

  /**
   * Whether the given thread is closing the resource: it has begun a close that is not settled yet.
   *
   * @param closer the number of that thread
   */
  public final boolean isClosedBy(int closer) {
    int seen = state;
    int status = seen & STATUS;
    return (status == CLOSING || (status == CLOSED && (seen & PINS) == 0))
        && seen >>> CLOSER_SHIFT == (closer & (CLOSERS - 1));
  }

  /** Whether a thread other than the given one has begun a close that has not ended yet. */
  public final boolean isClosedByOther(int thread) {
    int seen = state;
    return (seen & STATUS) == CLOSING && seen >>> CLOSER_SHIFT != (thread & (CLOSERS - 1));
  }

  /** Whether a close has begun but is not settled yet. */
  public final boolean isEnding() {
    int status = status();
    return status == CLOSING || status == CLOSED;
  }

  /** Whether any thread is changing the recorded data of the resource. */
  public final boolean isPinned() {
    return (state & PINS) != 0;
  }

  /** Undoes the caller's {@link #beginClose}. */
  public final void closeFailed() {
    int seen = state;
    while ((seen & STATUS) == CLOSING && !STATE.compareAndSet(this, seen, (seen & PINS) | OPEN)) {
      seen = state;
    }
  }

  /**
   * Ends a close that the caller has begun.
   *
   * @return whether the caller must settle the close; false if the resource is pinned, so that the
   *     close is settled after the last {@link #unpin}, or if the object was collected while its
   *     owner was closing it, so that {@link #collect} has ended the close
   */
  public final boolean endClose() {
    int seen = state;
    while ((seen & STATUS) == CLOSING) {
      if (STATE.compareAndSet(this, seen, (seen & ~STATUS) | CLOSED)) {
        return (seen & PINS) == 0;
      }
      seen = state;
    }
    return false;
  }

  /** Marks the resource as settled: nothing more is recorded about it, but it keeps its slot. */
  public final void settledInItsSlot() {
    STATE.setRelease(this, SETTLED);
  }

  /** Records that the resource was settled because something else owns it now. */
  public final void disowned() {
    boolean unused = STATE.compareAndSet(this, SETTLED, DISOWNED);
  }

  /**
   * Changes the status because the object was collected.
   *
   * @return the previous status if the caller must settle the resource: OPEN, or CLOSING if the end
   *     of the close was missed; -1 if there is nothing to settle, or if the resource is pinned and
   *     is settled after the last {@link #unpin}
   */
  public final int collect() {
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
