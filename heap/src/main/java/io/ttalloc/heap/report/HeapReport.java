package io.ttalloc.heap.report;

import java.util.List;

/**
 * The open resources that a heap dump shows. Immutable.
 *
 * @param takenMillis when the dump was begun, in milliseconds since the epoch
 * @param clockBaseNanos the clock base of the ledger that the process wrote, which no other process
 *     has; 0 if the dump does not show it
 * @param objects the number of objects in the dump, its classes included
 * @param resources in the order of their slots
 */
public record HeapReport(
    long takenMillis, long clockBaseNanos, long objects, List<HeldResource> resources) {
  public HeapReport {
    resources = List.copyOf(resources);
  }
}
