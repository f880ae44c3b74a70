package io.ttalloc.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A table of distinct values that a file refers to by number, starting with 0. Not thread-safe. */
public final class Index<T> {
  private final Map<T, Integer> numbers = new LinkedHashMap<>();

  /** Returns the number of a value; a new value gets the next number. */
  public int of(T value) {
    Integer known = numbers.putIfAbsent(value, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }

  /** Returns all values in the order of their numbers. */
  public Set<T> values() {
    return Collections.unmodifiableSet(numbers.keySet());
  }
}
