/**
 * What it costs to ask the heap what keeps open resources: dumps from ten thousand objects to a
 * gigabyte, read by tt-alloc and, beside it, by Shark.
 *
 * <p>{@code HeapCurve} is a main class of its own, which starts the others of this package in
 * processes of their own. Each on one thread; loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.heap;

import org.jspecify.annotations.NullMarked;
