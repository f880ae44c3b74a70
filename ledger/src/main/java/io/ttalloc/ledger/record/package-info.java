/**
 * The kinds of records in a ledger. A kind that hooks do not write is one class, with its layout,
 * what writes it and what reads it. Hooks write the others, whose layout is in {@link
 * io.ttalloc.ledger.RecordLayout}: the boot loader has their writers, and what is read is here.
 *
 * <p>Used by {@code ledger.read}, {@code analysis}, {@code agent} and the monitor, from any thread;
 * loaded by the agent's own or the monitor's class loader, never by the boot loader. {@code probe}
 * may use the constants alone.
 */
@NullMarked
package io.ttalloc.ledger.record;

import org.jspecify.annotations.NullMarked;
