/**
 * Turns a ledger into a report. {@link io.ttalloc.analysis.Analysis} is the entry point; {@code
 * report} holds the result and the formats in which it is written.
 *
 * <p>Uses no clock and no threads. Judges a ledger by its content, the heap report beside it, and
 * the suppressions and the baseline that {@code decision} reads; {@code report} writes files. Used
 * by the exit dump inside the watched process and by the monitor, from any one thread at a time.
 * Loaded by the agent's or the monitor's loader, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis;

import org.jspecify.annotations.NullMarked;
