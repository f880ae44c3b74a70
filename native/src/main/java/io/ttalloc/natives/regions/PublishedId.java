package io.ttalloc.natives.regions;

/**
 * Ids for the chips in the regions that a monitor publishes. The devices of processes that have a
 * ledger are not chips of the machine, so they get ids that no chip has. Monitors recognize
 * published regions by these ids.
 */
public final class PublishedId {
  /** "tt-alloc" in ASCII; the device number is added. */
  private static final long FIRST = 0x7474_2D61_6C6C_6F63L;

  private PublishedId() {}

  /** The unsigned id for a device. */
  public static long of(int device) {
    return FIRST + device;
  }
}
