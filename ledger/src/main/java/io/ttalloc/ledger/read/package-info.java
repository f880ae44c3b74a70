/**
 * Reads ledger files by positional reads, never by mapping them.
 *
 * <p>Used by {@code analysis}, by the dump at exit and by the monitor, from any thread; loaded by
 * the application's or the monitor's class loader, never by the boot loader. A reader needs nothing
 * from the process that wrote the file, and trusts nothing in it.
 */
@NullMarked
package io.ttalloc.ledger.read;

import org.jspecify.annotations.NullMarked;
