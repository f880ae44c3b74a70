/**
 * Turns the state of the watched processes and the user's choices into the lines that {@code
 * tt-alloc top} shows.
 *
 * <p>Pure functions of immutable values that use no clocks, files or terminals, and are therefore
 * safe on any thread. Used by {@link io.ttalloc.cli} and by {@link io.ttalloc.top.terminal}, which
 * controls the terminal. Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.top;

import org.jspecify.annotations.NullMarked;
