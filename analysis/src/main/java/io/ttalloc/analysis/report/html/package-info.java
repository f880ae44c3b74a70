/**
 * The report as one HTML file that needs no network: data as JSON, and the scripts, styles and
 * libraries that draw it, which are resources beside these classes.
 *
 * <p>Used through {@code ReportFormats}; the web page of the monitor shares {@link PageParts}.
 * Stateless and thread-safe. Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.html;

import org.jspecify.annotations.NullMarked;
