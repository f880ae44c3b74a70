package io.ttalloc.ledger.read;

import org.jspecify.annotations.Nullable;

/**
 * The allocator's own numbers for one device, session and space, from one sampling.
 *
 * @param round number of the sampling, common to all its entries
 * @param atNanos since the ledger's clock base
 * @param freeBytes -1 if the allocator does not say
 * @param largestFreeBytes -1 if the allocator does not say
 */
public record StatisticsEntry(
    int round,
    long atNanos,
    int device,
    @Nullable String session,
    @Nullable String space,
    long allocatedBytes,
    long freeBytes,
    long largestFreeBytes) {}
