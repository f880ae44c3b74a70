/**
 * The benchmarks' command line: runs all measurements in one go, holds them against the bars, and
 * writes the papers.
 *
 * <p>Started from the command line. Single-threaded. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks;

import org.jspecify.annotations.NullMarked;
