/**
 * The report as JSON, schema {@code tt-alloc/1}.
 *
 * <p>Used by {@code ReportFormats}, the HTML page and the monitor. Stateless and thread-safe.
 * Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.json;

import org.jspecify.annotations.NullMarked;
