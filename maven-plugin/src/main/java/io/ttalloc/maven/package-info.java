/**
 * The Maven plugin: adds the agent to the JVMs that run tests, and runs the command {@code
 * tt-alloc} on their ledgers.
 *
 * <p>The goals have the same names as those of the JaCoCo plugin. Each goal is one class,
 * instantiated by Maven for one execution in one module; executions of several modules may run at
 * the same time.
 */
@NullMarked
package io.ttalloc.maven;

import org.jspecify.annotations.NullMarked;
