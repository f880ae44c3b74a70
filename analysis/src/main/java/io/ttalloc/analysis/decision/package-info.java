/**
 * What people decided about findings: a suppression takes findings out of the leaks, a baseline
 * marks those that an earlier report has, and a comparison shows how two reports differ.
 *
 * <p>Used by the exit dump and the monitor, from any thread; loaded by whichever loader has the
 * analysis, never by the boot loader. Reads files only where a caller asks for it.
 */
@NullMarked
package io.ttalloc.analysis.decision;

import org.jspecify.annotations.NullMarked;
