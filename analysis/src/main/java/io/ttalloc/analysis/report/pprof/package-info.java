/**
 * The report as a gzipped pprof profile.
 *
 * <p>Reached through {@code ReportFormats} only; no state, any thread; loaded by whichever loader
 * has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.pprof;

import org.jspecify.annotations.NullMarked;
