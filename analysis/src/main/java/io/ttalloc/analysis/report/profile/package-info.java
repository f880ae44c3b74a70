/**
 * The report in the formats of profilers: folded stacks, speedscope, pprof and the log of
 * HdrHistogram.
 *
 * <p>Reached through {@code ReportFormats} only; no state, any thread; loaded by whichever loader
 * has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.profile;

import org.jspecify.annotations.NullMarked;
