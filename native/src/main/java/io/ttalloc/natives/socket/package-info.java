/**
 * The allocation server: processes that run with TT-Metal's allocation tracking report their
 * allocations and frees to it over a Unix socket.
 *
 * <p>Used by commands that show the allocations. {@link io.ttalloc.natives.socket.AllocationServer}
 * is thread-safe. It has two threads: one reads all connections and keeps the accounts, the other
 * calls the listener, so that a slow listener does not block any process. Loaded by the application
 * class loader of the monitor's own process. Does not depend on commands, terminals or pages.
 */
@NullMarked
package io.ttalloc.natives.socket;

import org.jspecify.annotations.NullMarked;
