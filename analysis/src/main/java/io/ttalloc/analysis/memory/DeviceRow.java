package io.ttalloc.analysis.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One space of one device, summed over sessions.
 *
 * @param live regions
 * @param liveBytes bytes, each region once
 * @param handles handles that own their memory
 * @param handleBytes what their bytes sum to
 * @param distinctBytes bytes of distinct addresses over all sessions: what a server that keys by
 *     address sees
 * @param peakBytes the most that the handles ever summed to
 * @param allocatorBytes what the allocator says, null if it was never asked
 * @param unattributedBytes what the allocator holds and the ledger does not explain
 * @param vanishedBytes what the ledger has and the allocator no longer holds
 * @param types names of the types that have handles here, in order
 */
public record DeviceRow(
    int device,
    String space,
    long live,
    long liveBytes,
    long handles,
    long handleBytes,
    long distinctBytes,
    long peakBytes,
    long opened,
    long closed,
    @Nullable Long allocatorBytes,
    long unattributedBytes,
    long vanishedBytes,
    List<String> types) {}
