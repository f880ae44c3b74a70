/**
 * What the allocation socket and the memory regions say of TT-Metal's own processes, in the form of
 * {@code io.ttalloc.watch.natives}.
 *
 * <p>Used by commands and by {@code serve}. {@link io.ttalloc.natives.NativeWatch} has a thread
 * that asks a monitor. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.natives;

import org.jspecify.annotations.NullMarked;
