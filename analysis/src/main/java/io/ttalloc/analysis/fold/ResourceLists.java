package io.ttalloc.analysis.fold;

/**
 * Limits how many resources the findings of a report list individually: a limit for each finding,
 * and one for all findings together. Not thread-safe.
 */
public final class ResourceLists {
  /** The maximum for each finding. */
  public static final int MAX_OF_FINDING = 1_000;

  /** The maximum for all findings together; a list takes about 250 B for each resource. */
  public static final int MAX_IN_ALL = 100_000;

  private int left;

  private ResourceLists(int left) {
    this.left = left;
  }

  /** Returns limits that let no finding list any resources. */
  public static ResourceLists none() {
    return new ResourceLists(0);
  }

  /**
   * Returns limits that let each finding list its first resources until the limit for all findings
   * together is reached.
   */
  public static ResourceLists bounded() {
    return new ResourceLists(MAX_IN_ALL);
  }

  /**
   * Whether a finding that already lists {@code listed} resources may list one more; if so, counts
   * it.
   */
  boolean take(int listed) {
    if (listed >= MAX_OF_FINDING || left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
