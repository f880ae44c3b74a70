package io.ttalloc.it.reliability.bounded;

/** A program's endless loop, and the maximum size of its ledger. */
enum Load {
  /** Everything opened is closed. */
  PLAIN(8),
  /**
   * Owners without a size that are dropped unclosed when their children are closed. The collector
   * decides how many exist at once, here and for lost resources.
   */
  DROPPED_WRAPPERS(24),
  /** Resources that are dropped unclosed. */
  LOST(32),
  /** A cache whose entries all have different names. */
  ENTRIES(16),
  SPACES(16),
  SESSIONS(16),
  LABELS(16),
  /** Short threads, each with a name of its own; virtual ones as well where there are any. */
  THREADS(16),
  /** Different stacks of one constructor: more than the dump at exit has heap for. */
  STACKS(96),
  /** Loaders that define the same class again, and are dropped. */
  LOADERS(16),
  /** Cycles that all have different names. */
  MARKS(16),
  /** Second closes, each from a different stack. */
  MISUSE(64);

  private final int usedMegabytes;

  Load(int usedMegabytes) {
    this.usedMegabytes = usedMegabytes;
  }

  /** Whether the heap of the program is enough for a report of it. */
  boolean isReported() {
    return this != STACKS;
  }

  /** The maximum number of used bytes of the ledger, whatever the number of operations. */
  long maxUsedBytes() {
    return (long) usedMegabytes << 20;
  }
}
