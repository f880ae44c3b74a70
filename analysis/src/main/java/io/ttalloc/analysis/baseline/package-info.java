/**
 * What an earlier report knows, by fingerprint: type and stack without line numbers and generated
 * names, and without the verdict. Findings are marked by it.
 *
 * <p>Used by the exit dump and the monitor, from any thread; loaded by whichever loader has the
 * analysis, never by the boot loader. Reads files only where a caller asks for it.
 */
@NullMarked
package io.ttalloc.analysis.baseline;

import org.jspecify.annotations.NullMarked;
