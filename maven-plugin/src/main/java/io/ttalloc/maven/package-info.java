/**
 * The Maven plugin: adds the agent to the JVMs of tests, and runs the command {@code tt-alloc} on
 * their ledgers.
 *
 * <p>Goals have JaCoCo's names. Each is one class, made by Maven for one execution in one module;
 * executions of several modules may run at the same time.
 */
@NullMarked
package io.ttalloc.maven;

import org.jspecify.annotations.NullMarked;
