/**
 * The report as a recording of JDK Flight Recorder: an event for each open resource, with the stack
 * that opened it. Only the part of the file format that is needed for this is written.
 *
 * <p>Used only through {@code ReportFormats}. Stateless and thread-safe. Loaded by the loader of
 * the analysis, never by the boot loader. Does not use {@code jdk.jfr}.
 */
@NullMarked
package io.ttalloc.analysis.report.jfr;

import org.jspecify.annotations.NullMarked;
