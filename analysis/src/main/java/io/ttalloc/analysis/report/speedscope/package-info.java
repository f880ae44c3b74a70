/**
 * The report as a speedscope file: profiles of open bytes and of open resources.
 *
 * <p>Reached through {@code ReportFormats} only; no state, any thread; loaded by whichever loader
 * has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.speedscope;

import org.jspecify.annotations.NullMarked;
