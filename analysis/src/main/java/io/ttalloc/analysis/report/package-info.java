/**
 * The report as one immutable value, the common base of its formats, and the files to which it is
 * written.
 *
 * <p>To add a format, extend {@link io.ttalloc.analysis.report.ReportFormat} in a package beside
 * {@code text} and {@code json} and list it in {@code ReportFormats}. Used by the exit dump and the
 * monitor, from any thread. Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report;

import org.jspecify.annotations.NullMarked;
