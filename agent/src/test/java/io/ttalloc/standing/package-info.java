/**
 * Application code for tests of the agent. It has a package of its own, since the agent does not
 * treat the packages of the agent as application code.
 *
 * <p>Used only by tests, on any thread; loaded by the application loader.
 */
@NullMarked
package io.ttalloc.standing;

import org.jspecify.annotations.NullMarked;
