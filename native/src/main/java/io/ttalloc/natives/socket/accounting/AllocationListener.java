package io.ttalloc.natives.socket.accounting;

/**
 * Is told what happens. All calls are made by one thread, which does nothing else: a listener that
 * takes its time delays no process, but may miss events.
 */
public interface AllocationListener {
  /** In the order in which events were accounted. */
  void accounted(AllocationEvent event);

  /** A process has asked to be shown what is allocated, buffers or kernels. */
  default void dumpRequested(RemainingAllocations remaining) {}

  /** One line on a connection that was refused or closed, or on something that failed. */
  default void problem(String line) {}

  /** That many calls were left out, because this listener was slower than the processes. */
  default void missed(long calls) {}
}
