/**
 * The end of a process in which the dump lacks descriptors, heap, stack, the ledger or classes.
 * None of this may make a run pass that should fail because of a leak.
 *
 * <p>Each test starts its own JVMs, with their files in its own folder.
 */
@NullMarked
package io.ttalloc.it.exit;

import org.jspecify.annotations.NullMarked;
