package io.ttalloc.analysis.finding;

import io.ttalloc.heap.report.PooledValue;

/**
 * Values that a thread-local variable has in waiting threads of pools.
 *
 * @param value what the heap dump tells
 * @param yours whether the variable or the class of the values is the user's own
 */
public record ThreadLocalValue(PooledValue value, boolean yours) {}
