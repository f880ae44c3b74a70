/**
 * The terminal of {@code tt-alloc top}: keys, signals, and a screen that is always restored.
 *
 * <p>Used only by that command. One thread draws; keys, signals and the watch each have their own
 * thread, which sends events to the drawing thread. Loaded by the application class loader of the
 * command line.
 */
@NullMarked
package io.ttalloc.top.terminal;

import org.jspecify.annotations.NullMarked;
