package io.ttalloc.natives.regions;

/**
 * Ids for the chips of regions that a monitor publishes. The devices of processes with a ledger are
 * no chips of the machine, so they get ids that no chip has, by which every monitor knows them.
 */
public final class PublishedId {
  /** "tt-alloc" in ASCII; the number of the device is added. */
  private static final long FIRST = 0x7474_2D61_6C6C_6F63L;

  private PublishedId() {}

  /** The id for a device, unsigned. */
  public static long of(int device) {
    return FIRST + device;
  }
}
