package io.ttalloc.analysis.fold;

/**
 * How many single resources the findings of a report may list, for formats that show them one by
 * one: a number for each finding, and one for all of them. Not thread-safe.
 */
public final class ResourceLists {
  /** The maximum for each finding. */
  public static final int MAX_OF_FINDING = 1_000;

  /** The maximum in all; a list has some 250 B for each. */
  public static final int MAX_IN_ALL = 100_000;

  private int left;

  private ResourceLists(int left) {
    this.left = left;
  }

  /** No finding lists any. */
  public static ResourceLists none() {
    return new ResourceLists(0);
  }

  /** Each finding lists its first ones, as long as there are not too many in all. */
  public static ResourceLists bounded() {
    return new ResourceLists(MAX_IN_ALL);
  }

  /** Whether a finding that lists so many may list one more, which then counts. */
  boolean take(int listed) {
    if (listed >= MAX_OF_FINDING || left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
