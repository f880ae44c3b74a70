/**
 * Lifetimes as a log that the tools of HdrHistogram read.
 *
 * <p>Reached through {@code ReportFormats} only; no state, any thread; loaded by whichever loader
 * has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.hlog;

import org.jspecify.annotations.NullMarked;
