package io.ttalloc.natives.socket.accounting;

import java.util.List;

/**
 * What processes that run have allocated, thing by thing.
 *
 * @param kernels whether these are kernels; otherwise buffers and circular buffers
 * @param askedBy the process that asked
 * @param total how many there are
 * @param largest the largest of them, by device, kind and size
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
