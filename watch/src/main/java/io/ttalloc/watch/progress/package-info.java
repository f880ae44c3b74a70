/**
 * The progress of a command that takes longer than a second, as one line on a terminal.
 *
 * <p>Used by commands of {@link io.ttalloc.cli} that end by themselves. A {@link Progress} draws on
 * its own thread; its methods may be called from any thread. Loaded by the application class loader
 * of the command line.
 */
@NullMarked
package io.ttalloc.watch.progress;

import org.jspecify.annotations.NullMarked;
