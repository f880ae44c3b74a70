package io.ttalloc.benchmarks.hooks;

/** The operation to measure. Used by one thread. */
interface Operation {
  /**
   * Runs the operation once. The frames of this method and of its caller are the innermost frames
   * of the measured stack.
   */
  void once();
}
