/**
 * The format of the ledger, a file with the state of every resource: everything that both its
 * writer and its readers need to know.
 *
 * <p>Used by the other packages of this module, and by all writers and readers of a ledger.
 * Immutable and thread-safe. Loaded by the boot loader in a watched process, as are {@code mapped},
 * {@code slots} and {@code write}: these are limited to java.base, without lambdas and without
 * string concatenation by invokedynamic. Records are allowed: the build replaces the invokedynamic
 * calls in them.
 */
@NullMarked
package io.ttalloc.ledger;

import org.jspecify.annotations.NullMarked;
