package io.ttalloc.natives.socket.accounting;

/**
 * Receives notifications about allocations, processes and problems. All calls are made on one
 * thread that does nothing else, so a slow listener does not delay any process, but may miss
 * events.
 */
public interface AllocationListener {
  /** Called for each event, in the order in which the events were accounted for. */
  void accounted(AllocationEvent event);

  /**
   * Called when a process has asked for a list of the live allocations: either kernels or
   * everything else.
   */
  default void dumpRequested(RemainingAllocations remaining) {}

  /**
   * Called with a one-line description when a connection is refused or closed, or when something
   * fails.
   */
  default void problem(String line) {}

  /**
   * Called when calls were dropped because this listener was slower than the processes.
   *
   * @param calls the number of dropped calls
   */
  default void missed(long calls) {}
}
