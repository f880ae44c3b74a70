/**
 * The agent's output: lines for users on stderr, and a log that is silent unless {@code verbose} is
 * set.
 *
 * <p>Used by the whole agent, from any thread. Writes directly to the file descriptor: the
 * application may replace {@code System.err}, and a parent process may parse standard output.
 */
@NullMarked
package io.ttalloc.agent.log;

import org.jspecify.annotations.NullMarked;
