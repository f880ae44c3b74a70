package io.ttalloc.runtime.buffer;

/** The state of a buffer in its lifecycle. */
public enum AllocationStatus {
  /**
   * The constructor is still running, and there is no address yet. Never visible outside the
   * constructor.
   */
  ALLOCATION_REQUESTED,
  /** The buffer has an address. */
  ALLOCATED,
  /** The buffer was closed. */
  DEALLOCATED
}
