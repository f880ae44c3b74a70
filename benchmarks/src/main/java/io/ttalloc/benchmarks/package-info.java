/**
 * The benchmarks' command line: runs all measurements, compares them with the bars, and writes the
 * results.
 *
 * <p>Started from the command line. Single-threaded. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks;

import org.jspecify.annotations.NullMarked;
