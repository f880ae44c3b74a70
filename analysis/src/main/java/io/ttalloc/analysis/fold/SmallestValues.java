package io.ttalloc.analysis.fold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The smallest distinct values of any number of values, and how often each came, so that the choice
 * does not depend on the order in which they came.
 */
final class SmallestValues<T> {
  private final Comparator<? super T> order;
  private final TreeMap<T, long[]> kept;
  private final int most;
  private long total;
  private boolean more;
  private @Nullable T latest;
  private long[] latestCount = new long[1];
  private @Nullable T largest;

  SmallestValues(int most, Comparator<? super T> order) {
    this.most = most;
    this.order = order;
    kept = new TreeMap<>(order);
  }

  static <T extends Comparable<T>> SmallestValues<T> of(int most) {
    return new SmallestValues<>(most, Comparator.<T>naturalOrder());
  }

  void add(T value) {
    total++;
    // Neighbouring resources mostly say the same, and most of the others come too late: neither
    // needs the tree.
    if (value.equals(latest)) {
      latestCount[0]++;
      return;
    }
    latest = value;
    if (largest != null && order.compare(value, largest) > 0) {
      more = true;
      latestCount = new long[1];
      return;
    }
    latestCount = kept.computeIfAbsent(value, k -> new long[1]);
    latestCount[0]++;
    if (kept.size() > most) {
      // What goes here never comes back: the limit only falls. So the counts of the kept are exact.
      kept.pollLastEntry();
      more = true;
    }
    largest = kept.size() == most ? kept.lastKey() : null;
  }

  void addIfThere(@Nullable T value) {
    if (value != null) {
      add(value);
    }
  }

  List<T> values() {
    return new ArrayList<>(kept.keySet());
  }

  /** How often a kept value came. */
  Map<T, long[]> counts() {
    return kept;
  }

  /** How many values came, equal ones too. */
  long total() {
    return total;
  }

  /** Whether values were left out. */
  boolean hasMore() {
    return more;
  }
}
