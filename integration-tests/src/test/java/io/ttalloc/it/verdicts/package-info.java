/**
 * Which verdict a resource gets: in use, growing, overdue, kept by a holder, opened by a library.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.verdicts;

import org.jspecify.annotations.NullMarked;
