/**
 * The text that a person reads at exit or asks for later.
 *
 * <p>Used by {@code ReportFormats} and the monitor; no state, any thread; loaded by whichever
 * loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.text;

import org.jspecify.annotations.NullMarked;
