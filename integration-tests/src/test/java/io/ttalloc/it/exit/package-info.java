/**
 * The end of a process in which the dump lacks descriptors, heap, stack, the ledger or classes.
 * Even then, a run that should fail because of a leak must not pass.
 *
 * <p>Each test starts its own JVMs, whose files are in the test's own folder.
 */
@NullMarked
package io.ttalloc.it.exit;

import org.jspecify.annotations.NullMarked;
