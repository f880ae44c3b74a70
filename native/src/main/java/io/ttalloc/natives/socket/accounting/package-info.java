/**
 * Keeps account of the memory that processes allocate, from their messages to the allocation
 * socket: a table of live buffers for each process, events for listeners, and snapshots.
 *
 * <p>Used by {@link io.ttalloc.natives.socket} and by commands that show it. Knows nothing of
 * sockets, terminals or pages. {@link io.ttalloc.natives.socket.accounting.Accounting} may be
 * called by any thread, all else is immutable or guarded by it. In the monitor's own process, on
 * its application class loader. Every table is bounded.
 */
@NullMarked
package io.ttalloc.natives.socket.accounting;

import org.jspecify.annotations.NullMarked;
