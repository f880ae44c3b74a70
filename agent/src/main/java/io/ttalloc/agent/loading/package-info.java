/**
 * Notices that the application begins to use a part of the JDK, by a class that the JVM loads for
 * it; to ask that part would load it. Tells what a security manager, and a JVM that records for an
 * ahead-of-time cache, mean for what may be done to classes. And keeps threads that are made inside
 * class loading from keeping the application's loaders.
 *
 * <p>Used at the start of the agent. Called on whichever thread loads a class; what is to follow
 * runs on a thread of its own. On the loader of the agent.
 */
@NullMarked
package io.ttalloc.agent.loading;

import org.jspecify.annotations.NullMarked;
