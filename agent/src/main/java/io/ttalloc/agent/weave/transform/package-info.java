/**
 * The third step of weaving: creates the class file to be defined, using Byte Buddy and the advice
 * for the rules' clauses, or takes it from the cache of an earlier process.
 *
 * <p>Only this package loads Byte Buddy, and only if a class is not in the cache. Runs during class
 * loading on any thread of the application; thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.transform;

import org.jspecify.annotations.NullMarked;
