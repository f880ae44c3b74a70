/**
 * Measures, with JMH, the cost of opening and closing one resource and, in the same run, the cost
 * of the alternatives with which tt-alloc is compared.
 *
 * <p>Used by the benchmarks' main class. {@code HookRuns} and {@code TrackedAll} run in the JVM of
 * the command line; the measured classes run in JVMs forked by JMH. Loaded by the application
 * loader.
 */
@NullMarked
package io.ttalloc.benchmarks.hooks;

import org.jspecify.annotations.NullMarked;
