package io.ttalloc.analysis.fold;

import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.ReferencePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds the paths of a finding's resources that differ only in indexes, keys and the like. */
final class HolderPaths {
  /** So many ways are told apart; the others are only counted. */
  private static final int MOST = 64;

  private static final class Fold {
    private final String first;
    private long count;

    Fold(String first) {
      this.first = first;
    }
  }

  private final Map<String, Fold> folds = new LinkedHashMap<>();
  private long count;
  private long heapBytes;

  void add(@Nullable HeldResource held) {
    ReferencePath path = held == null ? null : held.path();
    if (held == null || path == null) {
      return;
    }
    count++;
    heapBytes += held.ownBytes();
    String folded = path.folded();
    Fold fold = folds.get(folded);
    if (fold == null && folds.size() < MOST) {
      fold = new Fold(path.text());
      folds.put(folded, fold);
    }
    if (fold != null) {
      fold.count++;
    }
  }

  /** How many resources have a path. */
  long count() {
    return count;
  }

  /** What would be freed of the heap with the resources. */
  long heapBytes() {
    return heapBytes;
  }

  /** The most frequent first. */
  List<HolderPath> toList() {
    List<HolderPath> paths = new ArrayList<>();
    folds.forEach(
        (folded, fold) ->
            paths.add(new HolderPath(fold.count, fold.count == 1 ? fold.first : folded)));
    paths.sort(Comparator.comparingLong(HolderPath::count).reversed());
    return paths;
  }
}
