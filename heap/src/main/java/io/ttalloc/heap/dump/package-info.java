/**
 * Reads a heap dump of HotSpot: objects, their references, classes, roots and stack frames.
 *
 * <p>{@link io.ttalloc.heap.dump.HeapDump} is the entry. The file is read in blocks. In the heap
 * are the tables that number objects and find them in the file, and the references between them,
 * {@link io.ttalloc.heap.dump.ReferenceGraph}. Used by the other packages of this module, from one
 * thread. Loaded by the application loader, in a process of its own.
 */
@NullMarked
package io.ttalloc.heap.dump;

import org.jspecify.annotations.NullMarked;
