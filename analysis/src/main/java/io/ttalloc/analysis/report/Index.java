package io.ttalloc.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The values of a table, each once: what a file names by number. Numbers begin with 0. Not
 * thread-safe.
 */
public final class Index<T> {
  private final Map<T, Integer> numbers = new LinkedHashMap<>();

  /** The number of a value, which gets the next one if it has none. */
  public int of(T value) {
    Integer known = numbers.putIfAbsent(value, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }

  /** All values in the order of their numbers. */
  public Set<T> values() {
    return Collections.unmodifiableSet(numbers.keySet());
  }
}
