/**
 * Finds the stack frames of the threads when the process ends. Reads class files to find the
 * resources that frames inside try statements would still have closed.
 *
 * <p>Used only by {@code agent.exit}. Calls application code, such as class loaders and subclasses
 * of Thread, which may block or throw.
 */
@NullMarked
package io.ttalloc.agent.exit.frames;

import org.jspecify.annotations.NullMarked;
