package io.ttalloc.analysis.fold;

import io.ttalloc.text.Numbers;
import java.util.ArrayList;
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
  private static final int PATHS_TOLD = 3;

  public KeptBy {
    paths = List.copyOf(paths);
  }

  /**
   * A line for each of the first ways: {@code 98 of 100 by static Registry.LISTENERS ->
   * {ArrayList[*]}}, with what to undo in braces.
   *
   * @param count how many resources the finding has
   */
  public List<String> lines(long count) {
    List<String> lines = new ArrayList<>();
    String when =
        earlierNanos == 0
            ? ""
            : " when the heap was dumped, " + Numbers.duration(earlierNanos) + " earlier";
    long told = 0;
    for (HolderPath path : paths.subList(0, Math.min(PATHS_TOLD, paths.size()))) {
      lines.add(share(path.count(), count) + "by " + path.marked() + when);
      told += path.count();
    }
    if (known > told) {
      lines.add(Numbers.grouped(known - told) + " in other ways");
    }
    if (known > 0 && known < count) {
      lines.add(
          "the heap dump does not show what refers to "
              + Numbers.grouped(count - known)
              + " of them");
    }
    return lines;
  }

  private static String share(long part, long all) {
    return part == all ? "" : Numbers.grouped(part) + " of " + Numbers.grouped(all) + " ";
  }
}
