/**
 * The files of the page: markup, styles and scripts, which hold no data. The data comes from the
 * interfaces of {@link io.ttalloc.serve}, the parts that show a report from {@link
 * io.ttalloc.analysis.report.html.PageParts}.
 *
 * <p>Used by {@link io.ttalloc.serve}. Immutable; any thread. On the application class loader of
 * the command line.
 */
@NullMarked
package io.ttalloc.serve.page;

import org.jspecify.annotations.NullMarked;
