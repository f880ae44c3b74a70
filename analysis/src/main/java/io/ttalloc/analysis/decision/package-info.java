/**
 * What people decided about findings: suppressions take them out of the leaks, a baseline marks
 * what an earlier report knows, and a comparison says what differs between two reports.
 *
 * <p>Used by the exit dump and the monitor, from any thread; loaded by whichever loader has the
 * analysis, never by the boot loader. Reads files only where a caller asks for it.
 */
@NullMarked
package io.ttalloc.analysis.decision;

import org.jspecify.annotations.NullMarked;
