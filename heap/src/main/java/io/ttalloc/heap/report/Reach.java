package io.ttalloc.heap.report;

/** The kind of root from which strong references keep a resource reachable. */
public enum Reach {
  /**
   * The resource is reachable from something that lasts, such as a static field, a thread, or a
   * reference from native code.
   */
  STRUCTURE,

  /** The resource is reachable only from running methods, and becomes garbage when they return. */
  FRAMES,

  /** The resource is not strongly reachable, so it can be collected. */
  UNREACHABLE
}
