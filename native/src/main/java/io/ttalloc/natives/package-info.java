/**
 * Reads and watches TT-Metal's own processes for commands and the monitor, through the allocation
 * socket and the memory regions.
 *
 * <p>The command looks {@link io.ttalloc.natives.TtMetal} up by name and uses no other class of
 * this package. Loaded by the application class loader of the command.
 */
@NullMarked
package io.ttalloc.natives;

import org.jspecify.annotations.NullMarked;
