/**
 * Detects that the application begins to use a part of the JDK, from a class that the JVM loads for
 * that part; querying the part itself would load it. Decides how a security manager, or a JVM that
 * records for an ahead-of-time cache, limits changes to classes. Ensures that threads created
 * during class loading do not keep the application's loaders reachable.
 *
 * <p>Used at the start of the agent. Called on the thread that loads a class; the reaction runs on
 * a separate thread. Loaded by the agent's loader.
 */
@NullMarked
package io.ttalloc.agent.loading;

import org.jspecify.annotations.NullMarked;
