/**
 * The wire format of TT-Metal's allocation socket: finds messages in a stream and encodes answers.
 *
 * <p>Used by the server and the accounting of {@link io.ttalloc.natives.socket}. Does no I/O
 * itself. A stream belongs to one thread; all other classes are immutable. Loaded by the
 * application class loader of the monitor's own process.
 */
@NullMarked
package io.ttalloc.natives.socket.wire;

import org.jspecify.annotations.NullMarked;
