/**
 * Finds where threads are when the process ends and, from class files, what the try statements
 * around these places would still close.
 *
 * <p>Used only by {@code agent.exit}. Calls application code, such as class loaders and subclasses
 * of Thread, which may block or throw.
 */
@NullMarked
package io.ttalloc.agent.exit.frames;

import org.jspecify.annotations.NullMarked;
