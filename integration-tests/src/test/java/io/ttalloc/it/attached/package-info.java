/**
 * The agent in programs that run already: {@code attach} and {@code detach}.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.attached;

import org.jspecify.annotations.NullMarked;
