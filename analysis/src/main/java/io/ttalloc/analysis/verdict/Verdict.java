package io.ttalloc.analysis.verdict;

/** What is to be thought of an open resource. In the order in which they are tried. */
public enum Verdict {
  /** The program never closed it; a reclaimer did, because the collector ran. */
  RECLAIMED(true, 3),
  /** The allocator proves it gone without a close: a gap in tracking. */
  UNSEEN_FREE(false, 8),
  /** It does not own its memory and lies in a live region. */
  ALIAS(false, 10),
  /** It does not own its memory, and what did is gone. */
  DANGLING(true, 2),
  /** Two owners of one range. */
  DOUBLE_OPEN(true, 0),
  /** The collector took it, or its owner, unclosed. */
  LOST(true, 1),
  /** Opened in a scope whose resources are the system's own. */
  INFRASTRUCTURE(false, 9),
  /** Its owner was closed and does not free what it owns. */
  ORPHANED(true, 4),
  /** A live cache holds it or its owner. */
  CACHED(false, 6),
  /** The process runs or was killed: nothing more can be said. */
  OPEN(false, 7),
  /** A method that opened it is still on its thread's stack. */
  IN_USE(false, 11),
  /** Open at exit, reachable, nobody's. */
  HELD(true, 5);

  private final boolean leak;
  private final int rank;

  Verdict(boolean leak, int rank) {
    this.leak = leak;
    this.rank = rank;
  }

  /** Whether it is a leak unless something else says otherwise. */
  public boolean isLeak() {
    return leak;
  }

  /** Whether growth turns it into a leak. */
  public boolean leaksWhenGrowing() {
    return this == INFRASTRUCTURE || this == CACHED || this == OPEN || this == IN_USE;
  }

  /** Whether it is open, or lost while it was, and takes what it takes. */
  public boolean isOpen() {
    return this != RECLAIMED && this != UNSEEN_FREE && this != ALIAS && this != DANGLING;
  }

  /** Place in a report, the worst first. */
  public int rank() {
    return rank;
  }
}
