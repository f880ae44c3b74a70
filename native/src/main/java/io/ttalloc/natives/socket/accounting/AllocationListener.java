package io.ttalloc.natives.socket.accounting;

/**
 * Is notified of allocations, processes and problems. All calls are made by one thread, which does
 * nothing else: a listener that takes its time delays no process, but may miss events.
 */
public interface AllocationListener {
  /** Called for each event, in the order in which they were accounted for. */
  void accounted(AllocationEvent event);

  /** A process has asked to be shown what is allocated, buffers or kernels. */
  default void dumpRequested(RemainingAllocations remaining) {}

  /** Called with a line on a connection that was refused or closed, or on a failure. */
  default void problem(String line) {}

  /**
   * Called when calls were dropped because this listener was slower than the processes.
   *
   * @param calls the number of dropped calls
   */
  default void missed(long calls) {}
}
