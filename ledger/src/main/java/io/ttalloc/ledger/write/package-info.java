/**
 * The writer of a ledger: its tables of texts, types, stacks and tallies, its counters, the recent
 * events, and a quick check at exit for resources that are still open.
 *
 * <p>Used by {@code probe} on the hook path and by the agent. Thread-safe unless a method says
 * otherwise. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.write;

import org.jspecify.annotations.NullMarked;
