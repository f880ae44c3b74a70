/**
 * The terminal of {@code tt-alloc top}: keys, signals, and a screen that is restored on every way
 * out.
 *
 * <p>Used by the command alone. One thread draws; keys, signals and the watch each have a thread of
 * their own and send it events. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.top.terminal;

import org.jspecify.annotations.NullMarked;
