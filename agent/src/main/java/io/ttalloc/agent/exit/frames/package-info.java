/**
 * Where threads are when the process ends, and what the try statements in which they stand would
 * still close, from class files.
 *
 * <p>Used by {@code agent.exit} alone. Asks code of the application, such as loaders and subclasses
 * of Thread, which may wait or throw.
 */
@NullMarked
package io.ttalloc.agent.exit.frames;

import org.jspecify.annotations.NullMarked;
