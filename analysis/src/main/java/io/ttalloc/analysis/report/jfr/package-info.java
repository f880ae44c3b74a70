/**
 * The report as a recording of JDK Flight Recorder: an event for each open resource, with the stack
 * that opened it. Only the part of the file's format that this needs is written here.
 *
 * <p>Reached through {@code ReportFormats} only; no state, any thread; loaded by whichever loader
 * has the analysis, never by the boot loader. Uses nothing of {@code jdk.jfr}.
 */
@NullMarked
package io.ttalloc.analysis.report.jfr;

import org.jspecify.annotations.NullMarked;
