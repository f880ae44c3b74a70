/**
 * The Maven plugin: adds the agent to the JVMs of tests, and runs the command {@code tt-alloc} on
 * their ledgers.
 *
 * <p>Goals have the same names as those of JaCoCo. Each goal is one class, instantiated by Maven
 * for one execution in one module; executions of several modules may run at the same time.
 */
@NullMarked
package io.ttalloc.maven;

import org.jspecify.annotations.NullMarked;
