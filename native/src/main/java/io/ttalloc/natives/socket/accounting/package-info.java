/**
 * Accounts for the memory that processes allocate, according to their messages to the allocation
 * socket: a table of live buffers for each process, events for listeners, and snapshots.
 *
 * <p>Used by {@link io.ttalloc.natives.socket} and by commands that show the allocations. Does not
 * depend on sockets, terminals or pages. {@link io.ttalloc.natives.socket.accounting.Accounting} is
 * thread-safe; all other classes are immutable or guarded by its lock. Loaded by the application
 * class loader of the monitor's own process. Every table is bounded.
 */
@NullMarked
package io.ttalloc.natives.socket.accounting;

import org.jspecify.annotations.NullMarked;
