/**
 * What tt-alloc costs a whole process: its start, memory for what is open, collections, and the
 * dump of what is left.
 *
 * <p>Used by the main classes of the benchmarks; {@code ChildJvm} also by {@code heap}. {@code
 * ProcessRuns} and what it uses run on its thread; {@code EmptyAgent}, {@code Nothing}, {@code
 * ThenHalt} and {@code LiveResources} are what is run in the JVMs that are measured, from a small
 * jar of their own. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.process;

import org.jspecify.annotations.NullMarked;
