package io.ttalloc.heap.report;

import java.util.List;

/**
 * Values of one class that a thread-local variable has in threads of pools that wait for their next
 * task.
 *
 * @param variableClass the class of the static field that holds the variable; without one, the
 *     class of the variable itself; empty if the variable was collected
 * @param field the name of the static field; empty if there is none
 * @param valueClass the class of the values
 * @param values how many there are
 * @param threads how many threads have them
 * @param threadNames the names of some of these threads; numbers in which they differ are {@code *}
 */
public record PooledValue(
    String variableClass,
    String field,
    String valueClass,
    long values,
    long threads,
    List<String> threadNames) {
  /** So many names of threads are told. */
  public static final int MOST_NAMES = 3;

  public PooledValue {
    threadNames = List.copyOf(threadNames.subList(0, Math.min(MOST_NAMES, threadNames.size())));
  }

  /** Whether nothing refers to the variable any more, so that nothing can read its values. */
  public boolean isCollected() {
    return variableClass.isEmpty();
  }

  /** The variable: {@code com.acme.Request.CURRENT}, or its class; empty if it was collected. */
  public String variable() {
    return field.isEmpty() ? variableClass : variableClass + "." + field;
  }
}
