/**
 * What users have decided about findings: a suppression excludes findings from the leaks, a
 * baseline marks findings that are in an earlier report, and a comparison shows how two reports
 * differ.
 *
 * <p>Used by the exit dump and the monitor, from any thread. Loaded by the loader of the analysis,
 * never by the boot loader. Reads files only if a caller asks for it.
 */
@NullMarked
package io.ttalloc.analysis.decision;

import org.jspecify.annotations.NullMarked;
