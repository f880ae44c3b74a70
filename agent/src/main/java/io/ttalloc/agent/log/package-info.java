/**
 * What the agent prints: lines for people on stderr, and a log that is silent unless {@code
 * verbose} is set.
 *
 * <p>Used by all of the agent, from any thread. Written straight to the descriptor: the application
 * may replace {@code System.err}, and a parent process may parse standard output.
 */
@NullMarked
package io.ttalloc.agent.log;

import org.jspecify.annotations.NullMarked;
