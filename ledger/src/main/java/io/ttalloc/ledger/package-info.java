/**
 * The mapped file that holds what is known of every resource: its layout and its writer.
 *
 * <p>Used by {@code probe} on the hook path and, for the layout, by readers. Loaded by the boot
 * loader in a watched process, hence nothing but the JDK, no lambdas and no string concatenation by
 * invokedynamic. Every public method may be called from any thread unless it says otherwise.
 */
@NullMarked
package io.ttalloc.ledger;

import org.jspecify.annotations.NullMarked;
