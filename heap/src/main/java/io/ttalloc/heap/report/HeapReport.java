package io.ttalloc.heap.report;

import java.util.List;

/**
 * What a heap dump tells about the open resources. Immutable.
 *
 * @param takenMillis when the dump was begun, in milliseconds since the epoch
 * @param clockBaseNanos the clock base of the ledger that the process wrote, which no other process
 *     has; 0 if the dump does not tell
 * @param objects how many objects the dump has, with its classes
 * @param resources in the order of their slots
 */
public record HeapReport(
    long takenMillis, long clockBaseNanos, long objects, List<HeldResource> resources) {
  public HeapReport {
    resources = List.copyOf(resources);
  }
}
