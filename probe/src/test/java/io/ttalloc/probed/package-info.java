/**
 * Stands for the application in tests that look at stacks: the probe leaves frames of package
 * {@code io.ttalloc.probe} out of the stacks that it captures, so the tests there cannot be seen on
 * them. Calls the hooks as woven code does. Used by tests only, on any thread.
 */
@NullMarked
package io.ttalloc.probed;

import org.jspecify.annotations.NullMarked;
