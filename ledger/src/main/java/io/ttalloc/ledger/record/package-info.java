/**
 * The kinds of records in a ledger. A kind that hooks do not write is one class with its layout,
 * its writer and its reader. The other kinds are written by hooks: their layout is in {@link
 * io.ttalloc.ledger.RecordLayout}, their writers are loaded by the boot loader, and their readers
 * are here.
 *
 * <p>Used by {@code ledger.read}, {@code analysis}, {@code agent} and the monitor, from any thread;
 * loaded by the agent's own or the monitor's class loader, never by the boot loader. {@code probe}
 * may use only the constants.
 */
@NullMarked
package io.ttalloc.ledger.record;

import org.jspecify.annotations.NullMarked;
