/**
 * Has heap dumps read by a process of its own, and keeps them private and short-lived.
 *
 * <p>Used where a heap dump was made: by the agent at exit, and by the command line. Any thread.
 */
@NullMarked
package io.ttalloc.heap.process;

import org.jspecify.annotations.NullMarked;
