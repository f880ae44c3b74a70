/**
 * Commands on a terminal: {@code ps}, {@code prune}, {@code top}, and the progress of long ones.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.commands;

import org.jspecify.annotations.NullMarked;
