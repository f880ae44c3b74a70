package io.ttalloc.heap.report;

/** The starting point of the strong references that keep a resource reachable. */
public enum Reach {
  /** From something that lasts: a static field, a thread, or a reference from native code. */
  STRUCTURE,

  /** Only from running methods: the resource becomes garbage when they return. */
  FRAMES,

  /** From nowhere: the resource can be collected. */
  UNREACHABLE
}
