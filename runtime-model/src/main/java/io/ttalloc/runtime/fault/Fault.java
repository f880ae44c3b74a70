package io.ttalloc.runtime.fault;

/**
 * A fault that the model can simulate, or an attempted fix for a fault. Each has an effect only
 * where it is enabled.
 */
public enum Fault {
  /** Closing a program does not free its circular buffers. */
  CB_NEVER_FREED,
  /**
   * Closing a program frees all circular buffers of its device, including those of other programs.
   */
  CB_FREE_BY_DEVICE,
  /**
   * Closing a workload frees the blocks of its kernel binaries by address, without closing their
   * buffers.
   */
  FREE_UNSEEN,
  /** Closing a chip drops its allocator with all blocks still in use, as the C++ runtime does. */
  TEARDOWN_UNREPORTED,
  /** The view through which kernel binaries are written is never closed. */
  VIEW_LEFT_OPEN,
  /** An L1 block that a mesh allocates stays in the free lists, so the next owner gets it too. */
  DOUBLE_ALLOCATION,
  /** Closing a chip does not close the programs of its command queues. */
  CQ_NEVER_CLEARED,
  /** No two calls of an operation have the same key in the program cache. */
  UNSTABLE_CACHE_KEY,
  /** Every third workload that is not cached is dropped instead of closed. */
  WORKLOAD_DROPPED,
  /** The first close of a mesh throws and closes nothing. */
  CLOSE_FAILS,
  /** A second close of a buffer calls the allocator again. */
  DOUBLE_CLOSE,
  /** A closed buffer can still be read and written. */
  USE_AFTER_CLOSE,
  /** Closing a chip closes the programs of its command queues before the sub-device tracker. */
  REORDERED_CLOSE,
  /** Closing a chip resets the fabric program before it closes the sub-device tracker. */
  FABRIC_PROGRAM_RESET
}
