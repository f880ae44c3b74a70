/**
 * Checks the documentation against the code: the README, the papers in {@code docs/}, and the
 * third-party notices in the jars.
 *
 * <p>Not used by other packages. Each test runs on its own thread.
 */
@NullMarked
package io.ttalloc.it.papers;

import org.jspecify.annotations.NullMarked;
