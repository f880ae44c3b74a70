package io.ttalloc.ledger.read;

/**
 * Running totals of one device and space, over handles that own their memory.
 *
 * @param liveBytes sum of the bytes of open handles
 * @param peakBytes the greatest value that {@code liveBytes} ever had
 */
public record DeviceEntry(
    int device, String space, long liveBytes, long peakBytes, long opened, long closed) {}
