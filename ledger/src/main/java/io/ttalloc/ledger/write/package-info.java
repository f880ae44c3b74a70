/**
 * The writer of a ledger: its tables of texts, types, stacks and tallies, its counters, the recent
 * events, and what it finds about resources that are still open at exit.
 *
 * <p>Used by {@code probe} on the hook path and by the agent. Safe for any thread unless a method
 * says otherwise. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.write;

import org.jspecify.annotations.NullMarked;
