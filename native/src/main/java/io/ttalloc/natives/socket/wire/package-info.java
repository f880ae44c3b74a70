/**
 * The bytes of TT-Metal's allocation socket: finds messages in a stream, and writes answers.
 *
 * <p>Used by the server and the accounting of {@link io.ttalloc.natives.socket}. No input or output
 * of its own; a stream belongs to one thread, all else is immutable. In the monitor's own process,
 * on its application class loader.
 */
@NullMarked
package io.ttalloc.natives.socket.wire;

import org.jspecify.annotations.NullMarked;
