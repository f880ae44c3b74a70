package io.ttalloc.analysis.fold;

import java.util.List;

/**
 * What keeps the resources of a finding reachable. Immutable.
 *
 * @param paths the most frequent first; empty without a heap dump
 * @param known of how many resources the path is known
 * @param heapBytes what would be freed of the heap with these
 * @param earlierNanos how long before the reading the heap was dumped; 0 if not long enough to tell
 */
public record KeptBy(List<HolderPath> paths, long known, long heapBytes, long earlierNanos) {
  public KeptBy {
    paths = List.copyOf(paths);
  }
}
