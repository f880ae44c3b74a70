/**
 * The option {@code trace}: what the user wants to see happen, and how an event is written to
 * standard error.
 *
 * <p>Used by the agent's start alone, after the boot classes are defined. {@link
 * io.ttalloc.agent.trace.TraceText} is called inside hooks, on any thread of the application; it
 * loads nothing that it has not loaded at start. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.trace;

import org.jspecify.annotations.NullMarked;
