/**
 * What {@code tt-alloc top} shows: from the state of the watched processes and what a person has
 * chosen to the lines of a screen, and to JSON.
 *
 * <p>Pure functions of immutable values, without clocks, files and terminals, so they may be used
 * by any thread. Used by {@link io.ttalloc.cli} and by {@link io.ttalloc.top.terminal}, which has
 * the terminal. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.top;

import org.jspecify.annotations.NullMarked;
