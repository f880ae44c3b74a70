/**
 * What it costs to watch: the commands {@code serve} and {@code top} as processes of their own, and
 * a program that is watched.
 *
 * <p>Used by {@link io.ttalloc.benchmarks.HookBenchmarks}. One thread; on the application class
 * loader.
 */
@NullMarked
package io.ttalloc.benchmarks.watching;

import org.jspecify.annotations.NullMarked;
