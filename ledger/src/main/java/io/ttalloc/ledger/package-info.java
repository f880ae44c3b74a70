/**
 * The ledger, a mapped file that holds the state of every resource: its layout and its writer.
 *
 * <p>Used by {@code probe} on the hook path and, for the layout, by readers. Loaded by the boot
 * loader in a watched process, and therefore limited to java.base, without lambdas and without
 * string concatenation by invokedynamic. Every public method may be called from any thread unless
 * it says otherwise.
 */
@NullMarked
package io.ttalloc.ledger;

import org.jspecify.annotations.NullMarked;
