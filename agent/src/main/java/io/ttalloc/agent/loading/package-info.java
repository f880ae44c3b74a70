/**
 * Detects, by the classes that the JVM loads, that the application begins to use a part of the JDK;
 * a call to that part would itself load these classes. Decides how a security manager, or a JVM
 * that records for an ahead-of-time cache, limits changes to classes. Ensures that threads created
 * during class loading do not keep the application's loaders reachable.
 *
 * <p>Used at the start of the agent. Called on the thread that loads a class; the resulting task
 * runs on a separate thread. Loaded by the agent's loader.
 */
@NullMarked
package io.ttalloc.agent.loading;

import org.jspecify.annotations.NullMarked;
