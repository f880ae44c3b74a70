/**
 * Feeds broken options and broken rule files to the agent's readers, which must return a result or
 * a readable problem for any input.
 *
 * <p>Only tests; nothing else uses them. One thread per test with a time limit, in the loader of
 * the tests.
 */
@NullMarked
package io.ttalloc.agent.fuzz;

import org.jspecify.annotations.NullMarked;
