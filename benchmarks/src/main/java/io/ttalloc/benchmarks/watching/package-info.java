/**
 * Measures the cost of watching: for the commands {@code serve} and {@code top}, each in a separate
 * process, and for the watched program.
 *
 * <p>Used by {@link io.ttalloc.benchmarks.HookBenchmarks}. Runs on one thread. Loaded by the
 * application class loader.
 */
@NullMarked
package io.ttalloc.benchmarks.watching;

import org.jspecify.annotations.NullMarked;
