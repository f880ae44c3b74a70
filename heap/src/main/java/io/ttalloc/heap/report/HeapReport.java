package io.ttalloc.heap.report;

import java.util.List;

/**
 * What a heap dump tells about the open resources. Immutable.
 *
 * @param objects how many objects the dump has, with its classes
 * @param resources in the order of their slots
 */
public record HeapReport(long objects, List<HeldResource> resources) {
  public HeapReport {
    resources = List.copyOf(resources);
  }
}
