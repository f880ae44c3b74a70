package io.ttalloc.heap.report;

/** The starting point of the strong references that keep a resource. */
public enum Reach {
  /** Something that lasts: a static field, a thread, a reference of native code. */
  STRUCTURE,

  /** Only from methods that are running: it becomes garbage when they return. */
  FRAMES,

  /** None: the resource can be collected. */
  UNREACHABLE
}
