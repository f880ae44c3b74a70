/**
 * Application code for tests of the agent, which does not treat its own packages as application
 * code.
 *
 * <p>Used only by tests, on any thread; loaded by the application loader.
 */
@NullMarked
package io.ttalloc.standing;

import org.jspecify.annotations.NullMarked;
