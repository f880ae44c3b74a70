/**
 * What a heap dump tells about the open resources, as values and as JSON.
 *
 * <p>{@link io.ttalloc.heap.report.HeapReport} is the whole. Written by the process that reads the
 * dump and read by whoever started it. Immutable; any thread; loaded by the application loader.
 */
@NullMarked
package io.ttalloc.heap.report;

import org.jspecify.annotations.NullMarked;
