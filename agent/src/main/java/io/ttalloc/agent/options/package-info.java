/**
 * The agent's options: what the user asked for by the agent argument and by {@code TT_ALLOC_}
 * variables, as one immutable record with the problems that were found, one line each.
 *
 * <p>Used by {@code premain}, once, before anything else is loaded, on the thread that starts the
 * JVM; {@link io.ttalloc.yaml.Wording} also by whoever tells a user what is wrong. Loaded by the
 * agent's own loader. JDK only, few classes, no lambdas and no regular expressions, because this
 * runs at the start of every tracked JVM. Nothing here throws on bad input.
 */
@NullMarked
package io.ttalloc.agent.options;

import org.jspecify.annotations.NullMarked;
