/**
 * Finds, in a heap dump, the open resources, the shortest path that keeps each of them, and what
 * would be freed with it; and words such paths as Java programmers think of them.
 *
 * <p>{@link io.ttalloc.heap.path.HeldResources} is the entry. Used by the command of this module,
 * on one thread. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.heap.path;

import org.jspecify.annotations.NullMarked;
