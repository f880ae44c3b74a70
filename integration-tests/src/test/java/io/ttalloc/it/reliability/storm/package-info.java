/**
 * Programs under the agent that are stopped, interrupted or deprived of heap, stack, disk or
 * descriptors, and what must hold afterwards. A program is a nested class of its test, and runs in
 * a separate JVM.
 *
 * <p>Each test has a short form, which every build runs on one JDK, and a long form with the tag
 * {@code reliability}, which runs on every JDK and writes a {@link io.ttalloc.it.reliability.Row}.
 */
@NullMarked
package io.ttalloc.it.reliability.storm;

import org.jspecify.annotations.NullMarked;
