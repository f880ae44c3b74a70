/**
 * The agent's options: the agent argument and the {@code TT_ALLOC_} variables, read into one
 * immutable record, and the problems that were found, one line each.
 *
 * <p>Used once by {@code premain}, before anything else is loaded, on the thread that starts the
 * JVM. Loaded by the agent's own loader. Uses only the JDK, few classes and no regular expressions,
 * because this runs at the start of every tracked JVM. Nothing here throws on bad input.
 */
@NullMarked
package io.ttalloc.agent.options;

import org.jspecify.annotations.NullMarked;
