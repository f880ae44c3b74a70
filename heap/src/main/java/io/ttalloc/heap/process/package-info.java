/**
 * Reads heap dumps in a separate process, and keeps the dumps private and short-lived.
 *
 * <p>Used where a heap dump was created: by the agent at exit, and by the command line. May be
 * called by any thread.
 */
@NullMarked
package io.ttalloc.heap.process;

import org.jspecify.annotations.NullMarked;
