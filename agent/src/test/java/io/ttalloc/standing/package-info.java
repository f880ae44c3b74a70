/**
 * Code of an application for tests of the agent, which takes its own packages for no such code.
 *
 * <p>Used by tests alone; any thread; loaded by the application loader.
 */
@NullMarked
package io.ttalloc.standing;

import org.jspecify.annotations.NullMarked;
