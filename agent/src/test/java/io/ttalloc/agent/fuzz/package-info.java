/**
 * Feeds broken options and broken rule files to the agent's readers: whatever comes in, a result or
 * a line for people comes out.
 *
 * <p>Only tests; nobody else uses them. One thread per test with a time limit, in the loader of the
 * tests.
 */
@NullMarked
package io.ttalloc.agent.fuzz;

import org.jspecify.annotations.NullMarked;
