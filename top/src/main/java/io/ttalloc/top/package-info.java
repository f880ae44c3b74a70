/**
 * Turns the state of the watched processes and the user's choices into what {@code tt-alloc top}
 * shows: the lines of a screen, or JSON.
 *
 * <p>Pure functions of immutable values, without clocks, files and terminals, and therefore safe
 * for any thread. Used by {@link io.ttalloc.cli} and by {@link io.ttalloc.top.terminal}, which
 * controls the terminal. Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.top;

import org.jspecify.annotations.NullMarked;
