package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.PooledValue;
import io.ttalloc.heap.report.PooledValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The thread-local values that stay in threads of pools which wait for their next task. No verdict:
 * the heap does not tell a cache for each thread from what was forgotten.
 *
 * @param rows those of the user's own code first, then the most frequent
 * @param unlisted how many values are in none of these rows
 * @param asked whether a heap dump was read, so that finding none means that there were none
 * @param earlierNanos how long before the reading the heap was dumped; 0 if not long enough to be
 *     told
 */
public record ThreadLocalValues(
    List<ThreadLocalValue> rows, long unlisted, boolean asked, long earlierNanos) {
  public ThreadLocalValues {
    rows = List.copyOf(rows);
  }

  /** Those that the heap dump has, if there is one. */
  public static ThreadLocalValues of(Facts facts) {
    HeapFacts heap = facts.heap();
    PooledValues values = heap.pooledValues();
    List<ThreadLocalValue> rows = new ArrayList<>();
    for (PooledValue value : values.rows()) {
      rows.add(new ThreadLocalValue(value, isYours(value, facts.sites())));
    }
    // Stable, so that the order by number remains.
    rows.sort(Comparator.comparing(row -> !row.yours()));
    return new ThreadLocalValues(rows, values.unlisted(), heap.haveDump(), heap.earlierNanos());
  }

  private static boolean isYours(PooledValue value, CallSites sites) {
    return (!value.isCollected() && sites.isYours(value.variableClass()))
        || sites.isYours(elementOf(value.valueClass()));
  }

  private static String elementOf(String className) {
    int brackets = className.indexOf('[');
    return brackets < 0 ? className : className.substring(0, brackets);
  }

  public boolean isEmpty() {
    return rows.isEmpty() && unlisted == 0;
  }
}
