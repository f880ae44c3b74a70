/**
 * TT-Metal's own processes, for commands and the monitor: what the allocation socket and the memory
 * regions say of them.
 *
 * <p>The command finds {@link io.ttalloc.natives.TtMetal} by its name; nothing else is used from
 * outside. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.natives;

import org.jspecify.annotations.NullMarked;
