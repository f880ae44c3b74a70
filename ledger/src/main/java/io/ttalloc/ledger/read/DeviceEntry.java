package io.ttalloc.ledger.read;

/**
 * Running totals of one device and space, over handles that own their memory.
 *
 * @param liveBytes what open handles sum to
 * @param peakBytes the most that it ever was
 */
public record DeviceEntry(
    int device, String space, long liveBytes, long peakBytes, long opened, long closed) {}
