package io.ttalloc.natives.socket.accounting;

import java.util.List;

/**
 * The individual live allocations of running processes.
 *
 * @param kernels whether the allocations are kernels; otherwise they are buffers and circular
 *     buffers
 * @param askedBy the id of the process that asked for the list
 * @param total the number of live allocations
 * @param largest the largest live allocations, sorted by device, kind and size
 */
public record RemainingAllocations(
    boolean kernels, int askedBy, long total, List<Allocation> largest) {

  public RemainingAllocations {
    largest = List.copyOf(largest);
  }

  /** A live allocation. The address is unsigned. */
  public record Allocation(
      int pid, int device, MemoryKind kind, long address, long bytes, long references) {}
}
