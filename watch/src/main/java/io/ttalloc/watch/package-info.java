/**
 * Watches the open resources of the processes on this machine, by reading their ledgers repeatedly:
 * the counters at every reading, and the findings as often as a share of one processor allows.
 *
 * <p>Used by commands of {@link io.ttalloc.cli} that run until they are stopped. A {@link
 * MachineWatch} belongs to one thread; the states that it returns are immutable. Independent of
 * terminals and web pages. Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.watch;

import org.jspecify.annotations.NullMarked;
