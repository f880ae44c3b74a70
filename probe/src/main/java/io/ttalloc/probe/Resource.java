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
 * <p>40 bytes with compressed references. The state is changed by compare-and-set only.
 */
class Resource extends PhantomReference<Object> {
  static final int OPEN = 0;
  static final int CLOSING = 1;
  static final int CLOSED = 2;
  static final int COLLECTED = 3;

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

  /** An open resource in a slot that has been published with this generation. */
  Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot, int generation) {
    super(object, collected);
    this.tally = tally;
    this.slotOrCloseStack = slot;
    // Whoever finds it has found it through a release store; a volatile one would be a fence.
    STATE.set(this, generation << LedgerLayout.GENERATION_SHIFT | OPEN);
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

  /** Moves from one status to another; false if somebody else moved it. */
  final boolean move(int from, int to) {
    int seen = state;
    return (seen & LedgerLayout.STATE_MASK) == from
        && (boolean) STATE.compareAndSet(this, seen, (seen & ~LedgerLayout.STATE_MASK) | to);
  }

  /** Ends a close that this caller began. */
  final void closedFrom(int closeStack) {
    slotOrCloseStack = closeStack;
    STATE.setRelease(this, (state & ~LedgerLayout.STATE_MASK) | CLOSED);
  }
}
