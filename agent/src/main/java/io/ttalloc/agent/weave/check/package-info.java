/**
 * The second step of weaving: checks whether a class has the methods and fields that its rules
 * name, and which bridges it needs.
 *
 * <p>Runs during class loading on any thread of the application; thread-safe. Loaded by the agent's
 * own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.check;

import org.jspecify.annotations.NullMarked;
