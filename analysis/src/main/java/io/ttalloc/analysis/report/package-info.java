/**
 * What an analysis found, and the formats in which it is written.
 *
 * <p>To add a format, implement {@link io.ttalloc.analysis.report.ReportFormat} and list it in
 * {@link io.ttalloc.analysis.report.ReportFormats}. Used by the exit dump and the monitor, from any
 * thread; formats have no state. Loaded by whichever loader has the analysis, never by the boot
 * loader.
 */
@NullMarked
package io.ttalloc.analysis.report;

import org.jspecify.annotations.NullMarked;
