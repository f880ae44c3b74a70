/**
 * The option {@code trace}: which resources are traced, and how an event is written to standard
 * error.
 *
 * <p>Used by the agent's start alone, after the boot classes are defined. {@link
 * io.ttalloc.agent.trace.TraceText} is called inside hooks, on any thread of the application, and
 * loads all classes that it needs at start. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.trace;

import org.jspecify.annotations.NullMarked;
