/**
 * Reads a heap dump of HotSpot: objects, their references, classes, roots and stack frames.
 *
 * <p>{@link io.ttalloc.heap.dump.HeapDump} is the entry. The file is mapped, not copied; in the
 * heap are only the tables that find an object in it. Used by the other packages of this module,
 * from one thread. Loaded by the application loader, in a process of its own.
 */
@NullMarked
package io.ttalloc.heap.dump;

import org.jspecify.annotations.NullMarked;
