/**
 * Programs under the agent that are stopped, interrupted, starved and cut short at random moments,
 * and what must be true afterwards. A program is a class within its test, and runs in a JVM of its
 * own.
 *
 * <p>Each test has a short form, which every build runs on one JDK, and a long one with the tag
 * {@code reliability}, which runs on every JDK and leaves a {@link io.ttalloc.it.reliability.Row}.
 */
@NullMarked
package io.ttalloc.it.reliability.storm;

import org.jspecify.annotations.NullMarked;
