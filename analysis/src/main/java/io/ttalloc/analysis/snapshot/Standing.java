package io.ttalloc.analysis.snapshot;

import io.ttalloc.analysis.memory.Place;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TypeEntry;

/** Whether a slot is to be judged for itself or is shown with something else. */
public enum Standing {
  /** To be judged. */
  JUDGED,
  /** Closed, a cache, or a container that is shown as the owner of what is open in it. */
  SHOWN_AS_OWNER,
  /** Part of a container that is judged or shown itself. */
  SHOWN_WITH_OWNER,
  /** A collected container of which all that it owned is closed: no leak. */
  HOLLOW;

  /** Whether resources of this type only own or hold others. */
  static boolean isContainer(TypeEntry type) {
    return type.holder() || (type.owner() && !type.hasBytes());
  }

  static Standing of(SlotEntry slot, TypeEntry type, OwnerTree owners) {
    if (slot.state() == SlotState.CLOSED_OWNER || type.holder()) {
      return SHOWN_AS_OWNER;
    }
    boolean mesh = Place.of(slot).isMesh();
    if (!mesh && !isContainer(type)) {
      return JUDGED;
    }
    Owner self = owners.node(slot);
    // What the system's own owns is the system's own as well, and stands for it.
    boolean stoodFor = self != null && slot.infrastructure() && self.ownsApart();
    if (stoodFor || (self != null && self.ownsOpen())) {
      return SHOWN_AS_OWNER;
    }
    if (self != null && owners.isShownWithOwner(self)) {
      return SHOWN_WITH_OWNER;
    }
    if (mesh) {
      Owner owner = owners.ownerOf(slot);
      return owner != null && !owner.isClosed() ? SHOWN_WITH_OWNER : JUDGED;
    }
    // One that never owned anything may hold something that is not tracked.
    boolean emptied = slot.hasOwned() && (self == null || !self.ownsApart());
    return slot.state() == SlotState.COLLECTED && emptied ? HOLLOW : JUDGED;
  }
}
