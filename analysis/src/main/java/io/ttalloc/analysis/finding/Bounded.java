package io.ttalloc.analysis.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The smallest distinct values of any number of values, so that the choice does not depend on the
 * order in which they came.
 */
final class Bounded<T extends Comparable<T>> {
  private final TreeSet<T> kept = new TreeSet<>();
  private final int most;
  private boolean more;
  private @Nullable T latest;
  private @Nullable T largest;

  Bounded(int most) {
    this.most = most;
  }

  void add(T value) {
    // Neighbouring resources mostly say the same, and most of the others come too late: neither
    // needs the tree.
    if (value.equals(latest)) {
      return;
    }
    latest = value;
    if (largest != null && value.compareTo(largest) > 0) {
      more = true;
      return;
    }
    if (kept.add(value) && kept.size() > most) {
      kept.pollLast();
      more = true;
    }
    largest = kept.size() == most ? kept.last() : null;
  }

  List<T> values() {
    return new ArrayList<>(kept);
  }

  /** Whether values were left out. */
  boolean hasMore() {
    return more;
  }
}
