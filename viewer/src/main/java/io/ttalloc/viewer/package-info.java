/**
 * The report that ttnn-visualizer opens: a folder with an SQLite database.
 *
 * <p>Used by the command {@code dump}. Main thread. Loaded with the command line; the driver of
 * SQLite, which is native code, is loaded only when such a report is written.
 */
@NullMarked
package io.ttalloc.viewer;

import org.jspecify.annotations.NullMarked;
