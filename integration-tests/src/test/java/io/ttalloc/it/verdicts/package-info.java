/**
 * Verdicts on resources: in use, growing, overdue, kept by a holder, opened by a library.
 *
 * <p>Each test starts its own JVMs, with their files in its own folder.
 */
@NullMarked
package io.ttalloc.it.verdicts;

import org.jspecify.annotations.NullMarked;
