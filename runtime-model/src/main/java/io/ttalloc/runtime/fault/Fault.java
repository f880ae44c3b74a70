package io.ttalloc.runtime.fault;

/** Something that goes wrong, or a change that was tried against it, wherever it is switched on. */
public enum Fault {
  /** Closing a program forgets its circular buffers. */
  CB_NEVER_FREED,
  /** Closing a program releases every circular buffer of its device, of whichever program. */
  CB_FREE_BY_DEVICE,
  /** Closing a workload gives its binaries' blocks back by address and closes no buffer. */
  FREE_UNSEEN,
  /** Closing a chip drops its allocator with all blocks in use, as the C++ runtime does. */
  TEARDOWN_UNREPORTED,
  /** The view through which kernel binaries are written is never closed. */
  VIEW_LEFT_OPEN,
  /** A block of L1 that a mesh takes stays in the free lists, so the next owner gets it too. */
  DOUBLE_ALLOCATION,
  /** Closing a chip forgets the programs of its command queues. */
  CQ_NEVER_CLEARED,
  /** No two calls of an operation have the same key in the program cache. */
  UNSTABLE_CACHE_KEY,
  /** Every third workload that no cache keeps is dropped instead of closed. */
  WORKLOAD_DROPPED,
  /** The first close of a mesh throws and closes nothing. */
  CLOSE_FAILS,
  /** A second close of a buffer goes to the allocator again. */
  DOUBLE_CLOSE,
  /** A buffer that was closed can still be read and written. */
  USE_AFTER_CLOSE,
  /** Closing a chip clears the programs of its command queues before the sub-device tracker. */
  REORDERED_CLOSE,
  /** Closing a chip resets the program of the fabric first. */
  FABRIC_PROGRAM_RESET
}
