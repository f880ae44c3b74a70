package io.ttalloc.analysis.fold;

import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds the paths of a finding's resources that differ only in indexes, keys and thread numbers.
 */
final class HolderPaths {
  /** The maximum number of distinct paths; further ones are only counted. */
  private static final int MAX_PATHS = 64;

  private static final class Fold {
    private final ReferencePath first;
    private final List<String> parts;
    private final List<String> folded;
    private final BitSet differing = new BitSet();
    private long count;
    private long heapBytes;

    Fold(ReferencePath first, List<String> folded) {
      this.first = first;
      parts = first.parts();
      this.folded = folded;
    }

    void add(ReferencePath path, long ownBytes) {
      count++;
      heapBytes += ownBytes;
      List<String> others = path.parts();
      for (int i = 0; i < parts.size(); i++) {
        if (!parts.get(i).equals(others.get(i))) {
          differing.set(i);
        }
      }
    }

    HolderPath toPath() {
      List<String> shown = new ArrayList<>(parts);
      differing.stream().forEach(part -> shown.set(part, folded.get(part)));
      return new HolderPath(
          count,
          heapBytes,
          first,
          shown,
          differing.stream().boxed().collect(Collectors.toSet()),
          TellingLink.of(first, differing::get));
    }
  }

  private final Map<List<String>, Fold> folds = new LinkedHashMap<>();
  private long count;
  private long heapBytes;

  void add(@Nullable HeldResource held) {
    ReferencePath path = held == null ? null : held.path();
    if (held == null || path == null) {
      return;
    }
    count++;
    heapBytes += held.ownBytes();
    List<String> folded = path.foldedParts();
    Fold fold = folds.get(folded);
    if (fold == null && folds.size() < MAX_PATHS) {
      fold = new Fold(path, folded);
      folds.put(folded, fold);
    }
    if (fold != null) {
      fold.add(path, held.ownBytes());
    }
  }

  /**
   * All paths.
   *
   * @param earlierNanos how long before the reading the heap was dumped
   */
  KeptBy toKeptBy(long earlierNanos) {
    return new KeptBy(toList(), count, heapBytes, earlierNanos);
  }

  /** The paths, the most frequent first. */
  List<HolderPath> toList() {
    List<HolderPath> paths = new ArrayList<>();
    folds.values().forEach(fold -> paths.add(fold.toPath()));
    paths.sort(Comparator.comparingLong(HolderPath::count).reversed());
    return paths;
  }
}
