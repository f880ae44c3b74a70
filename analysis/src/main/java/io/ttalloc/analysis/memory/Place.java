package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SlotEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where addresses mean something: one space of one device in one session.
 *
 * @param device {@link #NO_DEVICE} for what lies on none; -1 stands for a whole mesh
 */
public record Place(@Nullable String session, int device, @Nullable String space) {
  /** Memory of the process itself, files, sockets. */
  public static final int NO_DEVICE = Integer.MIN_VALUE;

  /** The place of a resource. */
  public static Place of(SlotEntry slot) {
    return new Place(slot.session(), slot.hasDevice() ? slot.device() : NO_DEVICE, slot.space());
  }

  /** Written out, because it is asked twice per resource in a process that has just started. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Place place
        && place.device == device
        && Objects.equals(place.space, space)
        && Objects.equals(place.session, session);
  }

  @Override
  public int hashCode() {
    int hash = device * 31 + (space == null ? 0 : space.hashCode());
    return hash * 31 + (session == null ? 0 : session.hashCode());
  }

  /** Whether it is a device of its own, with rows of its own in a report. */
  public boolean isDevice() {
    return device >= 0;
  }

  /** Whether it stands for a whole mesh, which has no memory of its own. */
  public boolean isMesh() {
    return device < 0 && device != NO_DEVICE;
  }
}
