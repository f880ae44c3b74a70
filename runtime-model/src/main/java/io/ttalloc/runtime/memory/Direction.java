package io.ttalloc.runtime.memory;

/** The end of a space from which the FIRST policy allocates a block. */
public enum Direction {
  /** The lowest address that fits. */
  BOTTOM_UP,
  /** The highest address that fits. */
  TOP_DOWN
}
