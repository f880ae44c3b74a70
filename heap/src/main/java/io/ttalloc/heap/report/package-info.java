/**
 * The open resources found in a heap dump, as Java objects and as bytes in a file.
 *
 * <p>{@link io.ttalloc.heap.report.HeapReport} is the report as a whole. Written by the process
 * that reads the dump and read by the process that started it. All classes are immutable, may be
 * used by any thread, and are loaded by the application class loader.
 */
@NullMarked
package io.ttalloc.heap.report;

import org.jspecify.annotations.NullMarked;
