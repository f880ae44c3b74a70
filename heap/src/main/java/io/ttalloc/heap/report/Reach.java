package io.ttalloc.heap.report;

/** From where the strong references that keep a resource start. */
public enum Reach {
  /** From something that lasts: a static field, a thread, a reference of native code. */
  STRUCTURE,

  /** Only from methods that are running: it becomes garbage when they return. */
  FRAMES,

  /** From nowhere: the collector can take it. */
  UNREACHABLE
}
