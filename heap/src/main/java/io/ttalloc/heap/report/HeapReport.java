package io.ttalloc.heap.report;

import java.util.List;

/**
 * The open resources found in a heap dump. Immutable.
 *
 * @param takenMillis when the dump was started, in milliseconds since the epoch
 * @param clockBaseNanos the clock base of the ledger of the dumped process, which is different for
 *     every process; 0 if it is not in the dump
 * @param objects the number of objects in the dump, including classes
 * @param resources in the order of their slots
 */
public record HeapReport(
    long takenMillis, long clockBaseNanos, long objects, List<HeldResource> resources) {
  public HeapReport {
    resources = List.copyOf(resources);
  }
}
