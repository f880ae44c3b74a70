/**
 * What opening and closing one resource costs, measured by JMH in one run with what it is compared
 * with.
 *
 * <p>Used by the benchmarks' main class. {@code HookRuns} runs in the JVM of the command line; all
 * else runs in forks of JMH, on the threads that it starts. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.hooks;

import org.jspecify.annotations.NullMarked;
