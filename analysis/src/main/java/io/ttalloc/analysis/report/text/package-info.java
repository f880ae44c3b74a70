/**
 * The text report that a user reads at exit or requests later.
 *
 * <p>Used by {@code ReportFormats} and the monitor. Stateless and thread-safe. Loaded by the loader
 * of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.text;

import org.jspecify.annotations.NullMarked;
