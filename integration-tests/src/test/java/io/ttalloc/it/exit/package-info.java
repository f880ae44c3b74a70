/**
 * The end of a process in which the dump has too little to live on: no descriptors, no heap, no
 * stack, no ledger, no classes. A run that was to fail for a leak never passes for that.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.exit;

import org.jspecify.annotations.NullMarked;
