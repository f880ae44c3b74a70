/**
 * The end of a process in which the dump lacks what it needs: descriptors, heap, stack, ledger or
 * classes. A run that was to fail for a leak never passes because of that.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.exit;

import org.jspecify.annotations.NullMarked;
