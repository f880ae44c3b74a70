package io.ttalloc.analysis.facts;

import java.util.List;

/**
 * How many bytes were open from the start of the ledger to its reading, in cells of equal length.
 *
 * @param endNanos the end of the last cell; the first one begins at 0, the ledger's clock base
 * @param completeSinceNanos before this, only what is still open is counted, because older events
 *     were overwritten; 0 if none were
 * @param series the largest series, in the order of device and space
 * @param omittedSeries how many smaller series are left out
 */
public record Timeline(
    long endNanos, long completeSinceNanos, List<Series> series, int omittedSeries) {

  /**
   * One space of one device.
   *
   * @param mostBytes the highest sum of the handles' bytes in each cell
   */
  public record Series(int device, String space, List<Long> mostBytes) {}
}
