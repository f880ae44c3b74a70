/**
 * Commands on a terminal: {@code ps}, {@code prune}, {@code top}, and the progress of long
 * commands.
 *
 * <p>Each test starts its own JVMs, whose files are in the test's own folder.
 */
@NullMarked
package io.ttalloc.it.commands;

import org.jspecify.annotations.NullMarked;
