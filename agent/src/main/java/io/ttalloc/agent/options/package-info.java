/**
 * The agent's options: the agent argument and the {@code TT_ALLOC_} variables, read into one
 * immutable record, and the problems that were found, one line each.
 *
 * <p>Used at the start of the agent, before rules are read or classes are woven, and again for each
 * request to attach. Loaded by the agent's own loader. Uses only the JDK, few classes and no
 * regular expressions, because the options are read at the start of every tracked JVM. Nothing here
 * throws on bad input.
 */
@NullMarked
package io.ttalloc.agent.options;

import org.jspecify.annotations.NullMarked;
