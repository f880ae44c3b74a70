package io.ttalloc.points;

/** The error that occurs at a point. */
enum InjectedFault {
  /** No error; points are only counted. */
  NONE("no error"),

  /** A single allocation fails. */
  OUT_OF_MEMORY_ONCE("OutOfMemoryError"),

  /** All allocations fail, from one point on until the hook returns. */
  OUT_OF_MEMORY("OutOfMemoryError until the hook returns"),

  /**
   * The stack has room for a given number of frames of a hook. Until the hook returns, every method
   * of the probe and the ledger that is called at a greater depth fails at its entry, even in
   * exception handlers.
   */
  STACK_OVERFLOW("StackOverflowError"),

  /** Like STACK_OVERFLOW, but calls to JDK methods that are not intrinsics fail as well. */
  STACK_OVERFLOW_IN_JDK("StackOverflowError in the JDK too");

  final String label;

  InjectedFault(String label) {
    this.label = label;
  }
}
