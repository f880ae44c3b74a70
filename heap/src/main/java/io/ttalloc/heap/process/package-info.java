/**
 * Has heap dumps read by a process of its own, and keeps them private and short-lived.
 *
 * <p>For whoever made a heap dump: the agent at exit, and the command line. Any thread.
 */
@NullMarked
package io.ttalloc.heap.process;

import org.jspecify.annotations.NullMarked;
