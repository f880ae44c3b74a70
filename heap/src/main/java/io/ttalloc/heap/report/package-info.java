/**
 * The open resources that a heap dump shows, as values and as JSON.
 *
 * <p>{@link io.ttalloc.heap.report.HeapReport} is the whole. Written by the process that reads the
 * dump and read by the process that started it. Immutable; any thread; loaded by the application
 * loader.
 */
@NullMarked
package io.ttalloc.heap.report;

import org.jspecify.annotations.NullMarked;
