/**
 * Measures the cost of tt-alloc for a whole process, from its start to its very end: typical
 * programs, memory for open resources, garbage collections, and the dump of a ledger.
 *
 * <p>Used by the main classes of the benchmarks; {@code ChildJvm} also by {@code heap}, {@code
 * TalkingChild} by {@code watching}. {@code ProcessRuns} and the classes that it uses run on one
 * thread. The measured programs, listed by {@code ChildJar}, run in separate JVMs from a small jar.
 * Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.process;

import org.jspecify.annotations.NullMarked;
