package io.ttalloc.probe.commit;

import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.DeviceTotals;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.resource.Placement;

/**
 * The totals of devices, from the slots of the resources on them. Does nothing for a resource that
 * belongs to no device. Thread-safe, if no two threads change one slot.
 */
public final class OnDevices {
  private final Slots slots;
  private final DeviceTotals totals;

  public OnDevices(LedgerWriter ledger) {
    this.slots = ledger.slots();
    this.totals = ledger.devices();
  }

  /** The space in whose totals a resource was counted; 0 if in none. */
  public int spaceOf(int slot) {
    return slots.isCounted(slot) ? spaceToCount(slot) : 0;
  }

  private int spaceToCount(int slot) {
    int space = slots.space(slot);
    return space != 0 && Placement.counts(slots.flags(slot), space) ? space : 0;
  }

  /**
   * Makes room for the totals of a place, so that to add a resource there allocates nothing; where
   * the ledger cannot grow, the resource is not added.
   */
  public void prepare(Placement at) {
    int space = at.countedSpace();
    if (space != 0) {
      totals.prepare(at.device, space);
    }
  }

  /** Adds a resource, whose place was {@linkplain #prepare prepared}. */
  public void opened(int slot) {
    int space = spaceToCount(slot);
    if (space != 0) {
      totals.opened(slots, slot, space);
    }
  }

  /** Undoes the adding of a resource: it has moved, or its size has changed. */
  public void withdrawn(int slot) {
    int space = spaceToCount(slot);
    if (space != 0) {
      totals.withdrawn(slots, slot, space);
    }
  }

  /** Counts that a resource which was added, and stays where it is, has other bytes now. */
  public void resized(int slot, long bytesBefore) {
    int space = spaceOf(slot);
    if (space != 0) {
      totals.resized(slots, slot, space, bytesBefore);
    }
  }

  /** Counts the close of a resource, if it was added. */
  public void closed(int slot) {
    int space = spaceToCount(slot);
    if (space != 0) {
      totals.closed(slots, slot, space);
    }
  }
}
