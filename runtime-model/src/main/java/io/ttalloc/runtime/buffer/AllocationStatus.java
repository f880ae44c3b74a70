package io.ttalloc.runtime.buffer;

/** The states in the life of a buffer. */
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
