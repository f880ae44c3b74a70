package io.ttalloc.runtime.memory;

/** From which end of a space the FIRST policy takes a block. */
public enum Direction {
  /** The lowest address that fits. */
  BOTTOM_UP,
  /** The highest address that fits. */
  TOP_DOWN
}
