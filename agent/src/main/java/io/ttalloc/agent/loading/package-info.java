/**
 * Notices that the application begins to use a part of the JDK, by a class that the JVM loads for
 * it; asking that part itself would load it. Decides how a security manager, or a JVM that records
 * for an ahead-of-time cache, limits changes to classes. And keeps threads that are made inside
 * class loading from keeping the application's loaders.
 *
 * <p>Used at the start of the agent. Called on the thread that loads a class; the reaction runs on
 * a thread of its own. On the loader of the agent.
 */
@NullMarked
package io.ttalloc.agent.loading;

import org.jspecify.annotations.NullMarked;
