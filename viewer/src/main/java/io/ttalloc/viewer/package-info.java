/**
 * Writes the report that ttnn-visualizer opens: a directory with an SQLite database.
 *
 * <p>Used by the command {@code dump}, on the main thread. Loaded together with the command line;
 * the SQLite driver, which contains native code, is loaded only when such a report is written.
 */
@NullMarked
package io.ttalloc.viewer;

import org.jspecify.annotations.NullMarked;
