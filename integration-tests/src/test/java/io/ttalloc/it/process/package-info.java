/**
 * The agent and the process around it: every way to end, many threads, a full disk, a slow start, a
 * security manager, and what the application can see of the agent. Each test runs a small program
 * in a real JVM.
 */
@NullMarked
package io.ttalloc.it.process;

import org.jspecify.annotations.NullMarked;
