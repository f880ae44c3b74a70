/**
 * The cost of opening and closing one resource, measured by JMH in one run together with the
 * alternatives it is compared to.
 *
 * <p>Used by the benchmarks' main class. {@code HookRuns} runs in the JVM of the command line; all
 * else runs in forks of JMH, on the threads that it starts. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.hooks;

import org.jspecify.annotations.NullMarked;
