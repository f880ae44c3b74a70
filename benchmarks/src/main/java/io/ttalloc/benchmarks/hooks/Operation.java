package io.ttalloc.benchmarks.hooks;

/** The operation to measure. Used by one thread. */
interface Operation {
  /** Runs it once; this frame and its caller's are the innermost of the measured depth. */
  void once();
}
