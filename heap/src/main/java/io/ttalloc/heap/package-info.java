/**
 * The command that reads a heap dump in a process of its own, so that neither the dump's size nor
 * damage in it can harm the process that needs the result.
 *
 * <p>{@link io.ttalloc.heap.HeapDumpCommand} is the main class. It runs on one thread, and is
 * loaded by the application class loader of that process.
 */
@NullMarked
package io.ttalloc.heap;

import org.jspecify.annotations.NullMarked;
