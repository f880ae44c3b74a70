/**
 * Reads a heap dump of HotSpot: objects, their references, classes, roots and stack frames.
 *
 * <p>The entry point is {@link io.ttalloc.heap.dump.HeapDump}. The file is read in blocks. Only the
 * tables that number and locate objects, and the references between them ({@link
 * io.ttalloc.heap.dump.ReferenceGraph}), are kept in memory. Used by the other packages of this
 * module, from one thread. Loaded by the application class loader, in a process of its own.
 */
@NullMarked
package io.ttalloc.heap.dump;

import org.jspecify.annotations.NullMarked;
