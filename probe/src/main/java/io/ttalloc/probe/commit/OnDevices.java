package io.ttalloc.probe.commit;

import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.DeviceTotals;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.resource.Placement;

/**
 * Updates the totals of devices from the slots of their resources. Does nothing for a resource
 * without a device. Thread-safe, provided that no two threads change the same slot at the same
 * time.
 */
public final class OnDevices {
  private final Slots slots;
  private final DeviceTotals totals;

  public OnDevices(LedgerWriter ledger) {
    this.slots = ledger.slots();
    this.totals = ledger.devices();
  }

  /** The space in whose totals a resource is counted; 0 if in none. */
  public int spaceOf(int slot) {
    return slots.isCounted(slot) ? spaceToCount(slot) : 0;
  }

  private int spaceToCount(int slot) {
    int space = slots.space(slot);
    return space != 0 && Placement.counts(slots.flags(slot), space) ? space : 0;
  }

  /**
   * Allocates the totals of a device and space, so that adding a resource there allocates nothing.
   * If the ledger cannot grow, the resource is not added.
   */
  public void prepare(Placement at) {
    int space = at.countedSpace();
    if (space != 0) {
      totals.prepare(at.device, space);
    }
  }

  /** Adds a resource whose device and space were {@linkplain #prepare prepared}. */
  public void opened(int slot) {
    int space = spaceToCount(slot);
    if (space != 0) {
      totals.opened(slots, slot, space);
    }
  }

  /** Subtracts a resource that has moved, or whose size has changed. */
  public void withdrawn(int slot) {
    int space = spaceToCount(slot);
    if (space != 0) {
      totals.withdrawn(slots, slot, space);
    }
  }

  /** Updates the bytes of a resource that was added and stays in its space. */
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
