/**
 * The files of the web page: markup, styles and scripts, which contain no data. The data comes from
 * the API of {@link io.ttalloc.serve}; the parts that show a report come from {@link
 * io.ttalloc.analysis.report.html.PageParts}.
 *
 * <p>Used by {@link io.ttalloc.serve}. Immutable and thread-safe. Loaded by the application class
 * loader of the command line.
 */
@NullMarked
package io.ttalloc.serve.page;

import org.jspecify.annotations.NullMarked;
