/**
 * The report in the formats of profilers: folded stacks, speedscope, pprof and the log of
 * HdrHistogram.
 *
 * <p>Used only through {@code ReportFormats}. Stateless and thread-safe. Loaded by the loader of
 * the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.profile;

import org.jspecify.annotations.NullMarked;
