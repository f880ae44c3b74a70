/**
 * What {@code tt-alloc top} shows: from the state of the watched processes and what a person has
 * chosen to the lines of a screen, and to JSON.
 *
 * <p>Pure functions of immutable values, without clocks, files and terminals, so they may be used
 * by any thread. Used by {@link io.ttalloc.monitor} and by {@link io.ttalloc.monitor.top.terminal},
 * which has the terminal. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.monitor.top;

import org.jspecify.annotations.NullMarked;
