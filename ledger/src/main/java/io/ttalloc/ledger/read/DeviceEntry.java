package io.ttalloc.ledger.read;

/**
 * Running totals of one device and space, over handles that own their memory.
 *
 * @param liveBytes sum of the bytes of open handles
 * @param peakBytes the greatest value that {@code liveBytes} ever had
 * @param openedBytes sum of the bytes of all handles so far
 * @param closedBytes of these, the bytes that are no longer in use
 */
public record DeviceEntry(
    int device,
    String space,
    long liveBytes,
    long peakBytes,
    long opened,
    long closed,
    long openedBytes,
    long closedBytes) {

  /** This entry, with counters that are not less than in an earlier reading. */
  DeviceEntry notLessThan(DeviceEntry earlier) {
    return new DeviceEntry(
        device,
        space,
        liveBytes,
        peakBytes,
        Math.max(opened, earlier.opened),
        Math.max(closed, earlier.closed),
        Math.max(openedBytes, earlier.openedBytes),
        Math.max(closedBytes, earlier.closedBytes));
  }
}
