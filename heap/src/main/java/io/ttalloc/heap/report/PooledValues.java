package io.ttalloc.heap.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The values of thread-local variables that stay in threads of pools. Immutable.
 *
 * @param rows the most frequent first, at most {@link #MOST_ROWS}
 * @param unlisted how many values are in none of these rows
 */
public record PooledValues(List<PooledValue> rows, long unlisted) {
  /** So many rows are told apart; other values are only counted. */
  public static final int MOST_ROWS = 1_000;

  /** There are none, or nobody looked. */
  public static final PooledValues NONE = new PooledValues(List.of(), 0);

  private static final Comparator<PooledValue> ORDER =
      Comparator.comparingLong(PooledValue::values)
          .reversed()
          .thenComparing(PooledValue::variable)
          .thenComparing(PooledValue::valueClass);

  public PooledValues {
    rows = List.copyOf(rows);
  }

  /** Rows in any order and number; those beyond the bound count as unlisted. */
  public static PooledValues of(List<PooledValue> all, long unlisted) {
    List<PooledValue> sorted = new ArrayList<>(all);
    sorted.sort(ORDER);
    int listed = Math.min(MOST_ROWS, sorted.size());
    long more = unlisted;
    for (PooledValue row : sorted.subList(listed, sorted.size())) {
      more += row.values();
    }
    return new PooledValues(sorted.subList(0, listed), more);
  }

  public boolean isEmpty() {
    return rows.isEmpty() && unlisted == 0;
  }
}
