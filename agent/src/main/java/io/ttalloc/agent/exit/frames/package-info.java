/**
 * Finds the stack frames of the threads when the process ends and, from class files, what the try
 * statements that these frames were in would still have closed.
 *
 * <p>Used only by {@code agent.exit}. Calls application code, such as class loaders and subclasses
 * of Thread, which may block or throw.
 */
@NullMarked
package io.ttalloc.agent.exit.frames;

import org.jspecify.annotations.NullMarked;
