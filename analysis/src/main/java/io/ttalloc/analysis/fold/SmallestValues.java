package io.ttalloc.analysis.fold;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the smallest of the distinct values that are added, and counts how often each was added.
 */
final class SmallestValues<T> {
  private final SmallestKeys<T, long[]> counts;
  private long total;

  SmallestValues(int max, Comparator<? super T> order) {
    counts = new SmallestKeys<>(max, order, () -> new long[1]);
  }

  static <T extends Comparable<T>> SmallestValues<T> of(int max) {
    return new SmallestValues<>(max, Comparator.<T>naturalOrder());
  }

  /** Adds a value; null is ignored. */
  void add(@Nullable T value) {
    if (value != null) {
      total++;
      long[] count = counts.sumOf(value);
      if (count != null) {
        count[0]++;
      }
    }
  }

  List<T> values() {
    return List.copyOf(counts.sums().keySet());
  }

  /** The number of times each of {@link #values} was added. */
  Map<T, long[]> counts() {
    return counts.sums();
  }

  /** The number of values that were added, equal ones included. */
  long total() {
    return total;
  }

  boolean hasMore() {
    return counts.hasMore();
  }
}
