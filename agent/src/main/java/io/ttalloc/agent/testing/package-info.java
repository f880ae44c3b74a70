/**
 * Determines, for test frameworks in this process, which resources each test has opened and left
 * open.
 *
 * <p>A framework announces its scopes (the run, a class, a test) through {@link
 * io.ttalloc.agent.testing.TestScopes}, a function of JDK types, since the framework's classes and
 * ours have different loaders. Used by {@code io.ttalloc.agent}, on any thread. Loaded by the
 * agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.testing;

import org.jspecify.annotations.NullMarked;
