/**
 * What an analysis found, as one immutable value, what formats share of it, what a format is, and
 * to which files it may go.
 *
 * <p>To add a format, implement {@link io.ttalloc.analysis.report.ReportFormat} in a package beside
 * {@code text} and {@code json} and list it in {@code ReportFormats}. Used by the exit dump and the
 * monitor, from any thread; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report;

import org.jspecify.annotations.NullMarked;
