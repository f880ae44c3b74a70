package io.ttalloc.analysis.fold;

/**
 * How many resources a finding has, and how large they are.
 *
 * @param count open resources; reclaimed ones if the verdict is RECLAIMED
 * @param opened how many this type and stack ever opened
 * @param closed how many of these were closed
 * @param disowned how many of the closed were not closed: something else owns them now
 * @param bytes by handle; views have none
 * @param regionBytes bytes, counting each region of the finding once
 * @param viewsOpened views that the same site opened
 */
public record Amount(
    long count,
    long opened,
    long closed,
    long disowned,
    long bytes,
    long regions,
    long regionBytes,
    long reclaimedBytes,
    long viewsOpened,
    long viewsClosed) {

  /** The number of closed resources, without those that something else owns now. */
  public long closedForGood() {
    // Two counters, which are not read at one moment.
    return Math.max(0, closed - disowned);
  }
}
