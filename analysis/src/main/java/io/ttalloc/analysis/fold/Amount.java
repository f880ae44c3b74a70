package io.ttalloc.analysis.fold;

/**
 * The number of resources of a finding and their size.
 *
 * @param count the number of open resources, or of reclaimed ones if the verdict is RECLAIMED
 * @param opened the number of resources of this type that this stack has ever opened
 * @param closed the number of opened resources that were closed or disowned
 * @param disowned the number of opened resources that were disowned rather than closed
 * @param bytes the bytes summed over all handles; views have none
 * @param regionBytes the bytes summed over all regions; a region with several handles counts once
 * @param viewsOpened the number of views that the same site opened
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

  /** The number of closed resources, excluding disowned ones. */
  public long closedForGood() {
    // The two counters are not read atomically.
    return Math.max(0, closed - disowned);
  }
}
