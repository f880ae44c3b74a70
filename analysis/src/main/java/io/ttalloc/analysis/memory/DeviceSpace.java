package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SlotEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One space of one device in one session, within which an address identifies one byte.
 *
 * @param device the number of the device; {@link #NO_DEVICE} if the space is on no device; -1 for a
 *     whole mesh
 */
public record DeviceSpace(@Nullable String session, int device, @Nullable String space) {
  /** Stands for no device: memory of the process itself, files, sockets. */
  public static final int NO_DEVICE = Integer.MIN_VALUE;

  /** Returns the device space of a resource. */
  public static DeviceSpace of(SlotEntry slot) {
    SlotEntry.Place place = slot.place();
    return new DeviceSpace(
        place.session(), place.hasDevice() ? place.device() : NO_DEVICE, place.space());
  }

  /**
   * Written by hand because the generated method of a record is linked only at run time, and this
   * method is called twice per resource.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof DeviceSpace that
        && that.device == device
        && Objects.equals(that.space, space)
        && Objects.equals(that.session, session);
  }

  @Override
  public int hashCode() {
    int hash = device * 31 + (space == null ? 0 : space.hashCode());
    return hash * 31 + (session == null ? 0 : session.hashCode());
  }

  /** Whether this space is on a single device, which has rows of its own in a report. */
  public boolean isDevice() {
    return device >= 0;
  }

  /** Whether this space stands for a whole mesh, which has no memory of its own. */
  public boolean isMesh() {
    return device < 0 && device != NO_DEVICE;
  }
}
