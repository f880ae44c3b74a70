package io.ttalloc.natives.socket.accounting;

/**
 * What a process has allocated of one kind on one device. {@code live} is always {@code opened -
 * closed}.
 *
 * @param live allocated things; one that was allocated twice is one
 * @param peakBytes the most that was live at once
 * @param opened allocations of what was not live
 * @param closed frees after which it was not live any more
 * @param allocatedTwice allocations of what was live
 */
public record MemoryRow(
    int device,
    MemoryKind kind,
    long live,
    long liveBytes,
    long peakBytes,
    long opened,
    long closed,
    long allocatedTwice) {}
