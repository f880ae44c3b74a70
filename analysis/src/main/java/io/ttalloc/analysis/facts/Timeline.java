package io.ttalloc.analysis.facts;

import java.util.List;

/**
 * How many bytes were open, from the start of the ledger to its reading, in cells of equal length.
 *
 * @param endNanos where the last cell ends; the first one begins at 0, the ledger's clock base
 * @param completeSinceNanos before this only what is still open is counted: older events were
 *     overwritten; 0 if none were
 * @param series the largest ones, in the order of device and space
 * @param omittedSeries how many smaller ones are left out
 */
public record Timeline(
    long endNanos, long completeSinceNanos, List<Series> series, int omittedSeries) {

  /**
   * One space of one device.
   *
   * @param mostBytes the most that handles summed to in each cell
   */
  public record Series(int device, String space, List<Long> mostBytes) {}
}
