/**
 * The cost of tt-alloc for a whole process, from its start to its very end: typical programs,
 * memory for open resources, collections, and the dump of a ledger.
 *
 * <p>Used by the main classes of the benchmarks; {@code ChildJvm} also by {@code heap}, {@code
 * TalkingChild} by {@code watching}. {@code ProcessRuns} and what it uses run on its thread. The
 * programs that are measured ({@code ChildJar} lists them) run in JVMs of their own, from a small
 * jar of their own. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.process;

import org.jspecify.annotations.NullMarked;
