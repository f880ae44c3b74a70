package io.ttalloc.probe;

import io.ttalloc.ledger.SlotLayout;
import org.jspecify.annotations.Nullable;

/**
 * What was read of an open resource after a method that may have changed it. Immutable.
 *
 * <p>A number that was not read is one of the constants of {@link Hooks}, a text that was not is
 * null: what is recorded of it stays as it is. Public for {@link Hooks} alone, like {@link
 * Recorder}.
 */
public final class Update {
  /** A bit for each attribute that says where a resource lies. */
  private static final int PLACE = (1 << ProbeType.LABEL) - 1 & ~(1 << ProbeType.BYTES);

  final long bytes;
  final long extent;
  final long address;
  final int device;
  final @Nullable Object space;
  final @Nullable Object session;
  final @Nullable Object label;

  /** Flags of the slot that are set besides those that it has. */
  final int flags;

  /**
   * What was read.
   *
   * @param flags flags of the slot that are set besides those that it has
   */
  Update(
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      int flags) {
    this.bytes = bytes;
    this.extent = extent;
    this.address = address;
    this.device = device;
    this.space = space;
    this.session = session;
    this.label = null;
    this.flags = flags;
  }

  /**
   * What was read.
   *
   * @param unread a bit for each attribute that could not be read: of the place all or nothing is
   *     worth recording
   */
  public Update(
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      int unread) {
    boolean knowsPlace = (unread & PLACE) == 0;
    this.bytes = bytes;
    this.extent = knowsPlace ? extent : ProbeType.NOT_READ;
    this.address = knowsPlace ? address : ProbeType.NOT_READ;
    this.device = knowsPlace ? device : ProbeType.NO_DEVICE_READ;
    this.space = knowsPlace ? space : null;
    this.session = knowsPlace ? session : null;
    this.label = label;
    this.flags =
        (this.address == ProbeType.NOT_READ ? 0 : SlotLayout.FLAG_HAS_ADDRESS)
            | (this.device == ProbeType.NO_DEVICE_READ ? 0 : SlotLayout.FLAG_HAS_DEVICE);
  }
}
