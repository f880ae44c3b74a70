package io.ttalloc.benchmarks.hooks;

/** What is measured, once. Used by one thread. */
interface Operation {
  /** Does it; the caller's frame and this one are the innermost of the depth that is measured. */
  void once();
}
