/**
 * Measures the cost of finding what keeps open resources reachable: heap dumps, from ten thousand
 * objects to a gigabyte, are read by tt-alloc and, for comparison, by Shark.
 *
 * <p>{@code HeapCurve} and {@code HeapExitCurve} are main classes of their own and start the other
 * classes of this package in separate processes. All are single-threaded and loaded by the
 * application class loader.
 */
@NullMarked
package io.ttalloc.benchmarks.heap;

import org.jspecify.annotations.NullMarked;
