package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * One resource: its slot, its state, and the reference that is enqueued when its object is
 * collected.
 *
 * <p>A phantom reference, so that nothing here can resurrect the object. {@link #refersTo} still
 * distinguishes the object from a clone of it, whose field refers to the same resource. The object
 * refers to its resource even after the close, so that a second close is recognized. The table of
 * open resources does not keep a closed one, so the collector frees the object and the resource
 * together. Takes 40 bytes with compressed references.
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
   * The slot until the close is settled; afterwards the complement of the id of the closing stack
   * (0 = not captured), which is negative. An {@link Owner} always keeps its slot here.
   */
  private int slotOrCloseStack;

  /**
   * The tally of the resource; or a {@link Link}, which contains the tally, if the resource has an
   * owner or a holder.
   */
  private volatile Object attachment;

  @SuppressWarnings("NullAway.Init") // The constructor sets the attachment through its VarHandle.
  public Resource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected);
    this.slotOrCloseStack = slot;
    // A plain write: other threads find this object through a release store, and a volatile write
    // would cost a fence.
    ATTACHMENT.set(this, (Object) tally);
  }

  /**
   * The slot of this resource; negative once it has been freed, unless this is an {@link Owner}.
   */
  public final int slot() {
    return slotOrCloseStack;
  }

  /** The label that is available after the close; null if there is none. */
  public @Nullable String labelKept() {
    return null;
  }

  /**
   * Stores a label for the time after the close, if this class supports it. Only the first label is
   * stored, unless {@code again} is true.
   */
  public void keepLabel(String label, boolean again) {}

  /** The id of the closing stack; 0 if it was not captured. */
  public int closeStack() {
    return slotOrCloseStack < 0 ? ~slotOrCloseStack : 0;
  }

  public final Tally tally() {
    Object attached = attachment;
    return attached instanceof Tally tally ? tally : ((Link) attached).tally;
  }

  /** The link to the owner and the holders of this resource; null if it has neither. */
  public final @Nullable Link link() {
    return attachment instanceof Link link ? link : null;
  }

  /** The owner of this resource; null if it has none. */
  public final @Nullable Owner owner() {
    return attachment instanceof Link link ? link.owner : null;
  }

  /** Replaces the link of this resource, unless another thread has changed it. */
  public final boolean relink(@Nullable Link before, Link after) {
    Object expected = before == null ? tally() : before;
    return ATTACHMENT.compareAndSet(this, expected, (Object) after);
  }

  /** Removes the link of this resource, unless another thread has changed it. */
  public final boolean unlink(Link before) {
    return ATTACHMENT.compareAndSet(this, (Object) before, (Object) before.tally);
  }

  /** Whether the given link is the current one of this resource. */
  public final boolean isLinkedBy(@Nullable Link link) {
    return link() == link;
  }

  /**
   * Marks this resource as settled: nothing more will be recorded about it. Its slot may be reused,
   * unless this resource is an {@link Owner}.
   */
  public void settled(int closeStack) {
    slotOrCloseStack = ~closeStack;
    settledInItsSlot();
  }
}
