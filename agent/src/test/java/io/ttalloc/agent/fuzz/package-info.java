/**
 * Feeds broken options and broken rule files to the agent's readers, which must return a result or
 * a readable problem for any input.
 *
 * <p>Used only by tests. Each test runs on one thread, with a time limit, in the class loader of
 * the tests.
 */
@NullMarked
package io.ttalloc.agent.fuzz;

import org.jspecify.annotations.NullMarked;
