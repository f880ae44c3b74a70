/**
 * The report as one HTML file that needs no network: data as JSON, and the scripts, styles and
 * libraries that draw it, which are resources beside these classes.
 *
 * <p>Reached through {@code ReportFormats}; the page of the monitor shares {@link PageParts}. No
 * state, any thread; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.html;

import org.jspecify.annotations.NullMarked;
