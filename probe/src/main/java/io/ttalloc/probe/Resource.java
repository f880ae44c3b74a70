package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * One resource: where its slot is, and the reference that tells when the collector took it.
 *
 * <p>A phantom reference, so that nothing here can revive the object, and {@link #refersTo} still
 * tells whether an object that carries this in its field is the one it was made for (a clone
 * carries it too). The object keeps it after the close, which is how a second close is known; the
 * table of open resources does not, so the collector forgets both together.
 *
 * <p>40 bytes with compressed references. The state is changed by compare-and-set only, and whoever
 * changes what is recorded of an open resource (its place, owner, holder) holds the state CHANGING
 * meanwhile: else a close on another thread would free its slot, and the change would hit the next
 * resource there.
 */
class Resource extends PhantomReference<Object> {
  static final int OPEN = 0;
  static final int CLOSING = 1;
  static final int CLOSED = 2;
  static final int COLLECTED = 3;

  /** Open, and one thread is changing what is recorded of it. */
  static final int CHANGING = 4;

  /**
   * How long others wait for a change. It calls nobody and waits for nothing, so only a thread that
   * died in it (of a stack overflow) takes longer.
   */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private static final int SPINS = 1 << 10;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Resource.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Its slot while it is open; the stack that closed it (0 = not captured) afterwards. */
  private int slotOrCloseStack;

  private volatile int state;
  final Tally tally;

  /** A resource that is being opened (CHANGING), in a slot with this generation. */
  Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot, int generation) {
    super(object, collected);
    this.tally = tally;
    this.slotOrCloseStack = slot;
    // Whoever finds it has found it through a release store; a volatile one would be a fence.
    STATE.set(this, generation << LedgerLayout.GENERATION_SHIFT | CHANGING);
  }

  final int slot() {
    return slotOrCloseStack;
  }

  final int closeStack() {
    return slotOrCloseStack;
  }

  final int generation() {
    return state >>> LedgerLayout.GENERATION_SHIFT;
  }

  final int status() {
    return state & LedgerLayout.STATE_MASK;
  }

  final boolean isOpen() {
    int status = status();
    return status == OPEN || status == CHANGING;
  }

  /**
   * Moves an open resource to another status, when whoever is changing it has done so; false if it
   * is not open.
   */
  final boolean leaveOpen(int to) {
    for (int spins = 0; ; spins++) {
      int seen = state;
      int status = seen & LedgerLayout.STATE_MASK;
      if (status == CHANGING && spins < SPINS) {
        Thread.onSpinWait();
      } else if (status == CHANGING && changeEnds(seen)) {
        spins = 0;
      } else if (status != OPEN && status != CHANGING) {
        return false;
      } else if (STATE.compareAndSet(this, seen, (seen & ~LedgerLayout.STATE_MASK) | to)) {
        return true;
      }
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // Parking would eat a permit that the application waits for.
  private boolean changeEnds(int seen) {
    long start = System.nanoTime();
    while (state == seen) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  /** Begins a change of what is recorded; false if the resource is not open. */
  final boolean change() {
    return leaveOpen(CHANGING);
  }

  /** Ends the opening: whoever finds it from now on may close it. */
  final void opened() {
    // Not by compare-and-set, which costs: who finds it meanwhile waits.
    STATE.setRelease(this, (state & ~LedgerLayout.STATE_MASK) | OPEN);
  }

  /** Ends a change. */
  final void changed() {
    backToOpen(CHANGING);
  }

  /** Takes back a close that this caller began. */
  final void closeFailed() {
    backToOpen(CLOSING);
  }

  private void backToOpen(int from) {
    int seen = state;
    if ((seen & LedgerLayout.STATE_MASK) == from) {
      boolean ignored =
          (boolean) STATE.compareAndSet(this, seen, (seen & ~LedgerLayout.STATE_MASK) | OPEN);
    }
  }

  /** Ends a close that this caller began, or an opening that failed. */
  final void closedFrom(int closeStack) {
    slotOrCloseStack = closeStack;
    STATE.setRelease(this, (state & ~LedgerLayout.STATE_MASK) | CLOSED);
  }
}
