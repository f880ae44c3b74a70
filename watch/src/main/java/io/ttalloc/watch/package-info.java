/**
 * What the processes of this machine have open, read again and again from their ledgers: the
 * counters at every reading, findings as often as a share of one processor allows.
 *
 * <p>Used by commands of {@link io.ttalloc.cli} that go on until they are stopped. A {@link
 * MachineWatch} belongs to one thread; the states that it gives are immutable. Knows neither
 * terminals nor web pages. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.watch;

import org.jspecify.annotations.NullMarked;
