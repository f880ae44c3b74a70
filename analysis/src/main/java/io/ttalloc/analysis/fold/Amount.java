package io.ttalloc.analysis.fold;

/**
 * How much a finding is.
 *
 * @param count open ones; of RECLAIMED those that were reclaimed
 * @param opened all that this type and stack ever opened
 * @param closed of these
 * @param bytes by handle; aliases have none
 * @param regionBytes each region of this finding once
 * @param viewsOpened views that the same site opened
 */
public record Amount(
    long count,
    long opened,
    long closed,
    long bytes,
    long regions,
    long regionBytes,
    long reclaimedBytes,
    long viewsOpened,
    long viewsClosed) {}
