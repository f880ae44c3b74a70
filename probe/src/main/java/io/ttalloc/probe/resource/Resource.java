package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 */
public class Resource extends ResourceState {
  private static final VarHandle ATTACHMENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ATTACHMENT = lookup.findVarHandle(Resource.class, "attachment", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Its slot until it is settled; afterwards the complement of the stack that closed it (0 = not
   * captured), which is negative.
   */
  private int slotOrCloseStack;

  /** Its tally, or a {@link Link} with the tally if it has an owner or a holder. */
  private volatile Object attachment;

  @SuppressWarnings("NullAway.Init") // The attachment is set, through its handle.
  public Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected);
    this.slotOrCloseStack = slot;
    // Other threads find this object through a release store; a volatile store would be a fence.
    ATTACHMENT.set(this, (Object) tally);
  }

  /** Its slot; negative once it has none. */
  public final int slot() {
    return slotOrCloseStack;
  }

  /** The label that it keeps when it is closed; null if it keeps none. */
  public @Nullable String labelKept() {
    return null;
  }

  /** Keeps a label for its time after the close, if it can; unless {@code again}, its first. */
  public void keepLabel(String label, boolean again) {}

  /** The stack that closed it; 0 if it was not captured. */
  public int closeStack() {
    return slotOrCloseStack < 0 ? ~slotOrCloseStack : 0;
  }

  public final Tally tally() {
    Object attached = attachment;
    return attached instanceof Tally tally ? tally : ((Link) attached).tally;
  }

  /** Its owner and its holders; null if it has neither. */
  public final @Nullable Link link() {
    return attachment instanceof Link link ? link : null;
  }

  /** Its owner; null if it has none. */
  public final @Nullable Owner owner() {
    return attachment instanceof Link link ? link.owner : null;
  }

  /** Replaces its link, unless another thread has. */
  public final boolean relink(@Nullable Link before, Link after) {
    Object expected = before == null ? tally() : before;
    return ATTACHMENT.compareAndSet(this, expected, (Object) after);
  }

  /** Removes its link, unless another thread has changed it. */
  public final boolean unlink(Link before) {
    return ATTACHMENT.compareAndSet(this, (Object) before, (Object) before.tally);
  }

  /** Whether this is its link now. */
  public final boolean isLinkedBy(@Nullable Link link) {
    return link() == link;
  }

  /**
   * Nothing more is recorded of it, and its slot is no longer its own, unless it is an {@link
   * Owner}.
   */
  public void settled(int closeStack) {
    slotOrCloseStack = ~closeStack;
    settledInItsSlot();
  }
}
