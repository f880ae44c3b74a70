/**
 * The text report that a user reads at exit or requests later.
 *
 * <p>Used by {@code ReportFormats} and the monitor. Stateless and safe for any thread. Loaded by
 * the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.text;

import org.jspecify.annotations.NullMarked;
