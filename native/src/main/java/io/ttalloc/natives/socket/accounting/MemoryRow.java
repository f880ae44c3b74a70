package io.ttalloc.natives.socket.accounting;

/**
 * The memory of one kind that a process has allocated on one device. {@code live} is always {@code
 * opened - closed}.
 *
 * @param live allocated things; one that was allocated twice is one
 * @param peakBytes the most that was live at once
 * @param opened allocations of things that were not live
 * @param closed frees after which the thing was no longer live
 * @param allocatedTwice allocations of things that were live already
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
