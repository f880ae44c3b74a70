package io.ttalloc.analysis.snapshot;

/**
 * Sums over the whole ledger; caches are not counted.
 *
 * @param regions regions of memory on devices or in the process
 * @param handles handles that own such a region
 * @param things open resources that have no bytes: files, sockets, empty containers
 * @param addressed whether anything open has an address
 * @param hollow collected containers whose contents were all closed
 */
public record Totals(
    long opened,
    long closed,
    long regions,
    long liveBytes,
    long handles,
    long handleBytes,
    long things,
    long hollow,
    long dropped,
    long unattributedBytes,
    long vanishedBytes,
    boolean addressed) {}
