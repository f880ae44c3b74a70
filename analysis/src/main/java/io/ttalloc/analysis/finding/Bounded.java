package io.ttalloc.analysis.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The smallest distinct values of any number of values, so that the choice does not depend on the
 * order in which they came.
 */
final class Bounded<T extends Comparable<T>> {
  private final TreeSet<T> kept = new TreeSet<>();
  private final int most;
  private boolean more;

  Bounded(int most) {
    this.most = most;
  }

  void add(T value) {
    if (kept.add(value) && kept.size() > most) {
      kept.pollLast();
      more = true;
    }
  }

  List<T> values() {
    return new ArrayList<>(kept);
  }

  /** Whether values were left out. */
  boolean hasMore() {
    return more;
  }
}
