package io.ttalloc.analysis.fold;

import java.util.List;

/**
 * What keeps the resources of a finding reachable. Immutable.
 *
 * @param paths the most frequent first; empty without a heap dump
 * @param known the number of resources whose path is known
 * @param heapBytes the number of heap bytes that would be freed with these resources
 * @param earlierNanos the time from the heap dump to the reading; 0 if too short to mention
 */
public record KeptBy(List<HolderPath> paths, long known, long heapBytes, long earlierNanos) {
  public KeptBy {
    paths = List.copyOf(paths);
  }
}
