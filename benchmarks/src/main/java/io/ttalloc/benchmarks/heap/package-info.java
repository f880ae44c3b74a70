/**
 * Measures the cost of finding what keeps open resources reachable: heap dumps, from ten thousand
 * objects to a gigabyte, are read by tt-alloc and, for comparison, by Shark.
 *
 * <p>{@code HeapCurve} is a separate main class, which starts the other classes of this package in
 * separate processes. Each is single-threaded and loaded by the application class loader.
 */
@NullMarked
package io.ttalloc.benchmarks.heap;

import org.jspecify.annotations.NullMarked;
