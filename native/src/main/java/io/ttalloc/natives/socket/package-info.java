/**
 * The allocation server: processes under TT-Metal's allocation tracking report to it over a Unix
 * socket what they allocate and free.
 *
 * <p>Used by commands that show it. {@link io.ttalloc.natives.socket.AllocationServer} may be
 * called by any thread. It has two threads of its own: one reads all connections and keeps the
 * accounts, the other calls the listener, so that a slow listener stops no process. In the
 * monitor's own process, on its application class loader. Knows nothing of commands, terminals or
 * pages.
 */
@NullMarked
package io.ttalloc.natives.socket;

import org.jspecify.annotations.NullMarked;
