/**
 * The agent in programs that are already running: {@code attach} and {@code detach}.
 *
 * <p>Each test starts its own JVMs, whose files are in the test's own folder.
 */
@NullMarked
package io.ttalloc.it.attached;

import org.jspecify.annotations.NullMarked;
