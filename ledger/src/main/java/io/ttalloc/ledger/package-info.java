/**
 * The format of the ledger, a file that holds the state of every resource: what its writer and its
 * readers both know.
 *
 * <p>Used by the other packages of this module, and by all writers and readers of a ledger.
 * Immutable, safe for any thread. Loaded by the boot loader in a watched process, as are {@code
 * mapped}, {@code slots} and {@code write}: these are limited to java.base, without lambdas and
 * without string concatenation by invokedynamic. Records are fine: the build links them.
 */
@NullMarked
package io.ttalloc.ledger;

import org.jspecify.annotations.NullMarked;
