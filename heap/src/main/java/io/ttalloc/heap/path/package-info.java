/**
 * Finds the open resources in a heap dump, the shortest path that keeps each of them reachable, and
 * the memory that would be freed with each resource. Describes these paths in terms familiar to
 * Java programmers.
 *
 * <p>The entry point is {@link io.ttalloc.heap.path.HeldResources}. Used by the command of this
 * module, on one thread. Loaded by the application class loader.
 */
@NullMarked
package io.ttalloc.heap.path;

import org.jspecify.annotations.NullMarked;
