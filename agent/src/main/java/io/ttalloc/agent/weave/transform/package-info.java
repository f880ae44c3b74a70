/**
 * Third step of weaving: makes the class file that is defined, by Byte Buddy and the advice of the
 * rules' clauses, or takes it from the cache of an earlier process.
 *
 * <p>Only this package loads Byte Buddy, and only if the cache does not have a class. Runs inside
 * class loading on any thread of the application; thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.transform;

import org.jspecify.annotations.NullMarked;
