package io.ttalloc.it.reliability.bounded;

/** The work of a program in its endless loop, and the maximum size of its ledger. */
enum Load {
  /** Everything that is opened is closed. */
  PLAIN(8),
  /**
   * Owners without a size that are dropped unclosed when their children are closed. As with lost
   * resources, the number that exists at one time depends on the garbage collector.
   */
  DROPPED_WRAPPERS(24),
  /** Resources that are dropped unclosed. */
  LOST(32),
  /** Does everything that the next four loads and {@link #MARKS} do, at the same time. */
  NAMES(16),
  /** A cache whose entries all have different names. */
  ENTRIES(16),
  SPACES(16),
  SESSIONS(16),
  LABELS(16),
  /**
   * Short-lived threads, each with a different name; some are virtual if the JDK has virtual
   * threads.
   */
  THREADS(16),
  /** Different stacks of one constructor: too many for the dump at exit to judge in this heap. */
  STACKS(96),
  /** Class loaders that define the same class again and are dropped. */
  LOADERS(16),
  /** Cycles that all have different names. */
  MARKS(16),
  /** Objects that are closed twice; each second close has a different stack. */
  MISUSE(64);

  private final int usedMegabytes;

  Load(int usedMegabytes) {
    this.usedMegabytes = usedMegabytes;
  }

  /** Whether {@link #NAMES} does everything that this load does. */
  boolean isPartOfNames() {
    return switch (this) {
      case ENTRIES, SPACES, SESSIONS, LABELS, MARKS -> true;
      default -> false;
    };
  }

  /** Whether the heap of the program is large enough for a report. */
  boolean isReported() {
    return this != STACKS;
  }

  /**
   * The maximum number of bytes used in the ledger, which does not depend on the number of
   * operations.
   */
  long maxUsedBytes() {
    return (long) usedMegabytes << 20;
  }
}
