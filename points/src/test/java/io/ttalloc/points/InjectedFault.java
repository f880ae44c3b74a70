package io.ttalloc.points;

/** The fault that happens to the thread at a point. */
enum InjectedFault {
  /** Nothing; points are only counted. */
  NONE("no error"),

  /** The heap has no room for one allocation. */
  OUT_OF_MEMORY_ONCE("OutOfMemoryError"),

  /** The heap has no room from one allocation on until the hook returns. */
  OUT_OF_MEMORY("OutOfMemoryError until the hook returns"),

  /**
   * The stack has room for a given number of a hook's frames: until the hook returns, every method
   * of probe and ledger that is called deeper fails at its entry, in exception handlers too.
   */
  STACK_OVERFLOW("StackOverflowError"),

  /** The same, and calls of JDK methods that are no intrinsics fail as well. */
  STACK_OVERFLOW_IN_JDK("StackOverflowError in the JDK too");

  final String label;

  InjectedFault(String label) {
    this.label = label;
  }
}
