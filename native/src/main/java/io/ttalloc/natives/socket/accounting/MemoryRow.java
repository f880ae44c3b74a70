package io.ttalloc.natives.socket.accounting;

/**
 * The memory of one kind that a process has allocated on one device. {@code live} is always {@code
 * opened - closed}.
 *
 * @param live the number of live allocations; an address that was allocated twice counts once
 * @param peakBytes the maximum of {@code liveBytes} so far
 * @param opened the number of allocations at addresses that were not live
 * @param closed the number of frees after which the address was no longer live
 * @param allocatedTwice the number of allocations at addresses that were already live
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
