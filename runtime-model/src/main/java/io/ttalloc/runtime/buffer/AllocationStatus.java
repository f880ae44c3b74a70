package io.ttalloc.runtime.buffer;

/** The states in the life of a buffer. */
public enum AllocationStatus {
  /** Inside the constructor: there is no address yet. Nobody outside ever sees it. */
  ALLOCATION_REQUESTED,
  /** The buffer has an address. */
  ALLOCATED,
  /** The buffer was closed. */
  DEALLOCATED
}
