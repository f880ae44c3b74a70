package io.ttalloc.natives.socket.wire;

/**
 * A message as it was sent; of the values, only the type has been checked.
 *
 * @param size unsigned bytes
 * @param bufferType unsigned code of the kind of memory, or of the kind of kernel
 * @param pid the process that the message says it is about
 * @param address unsigned; of a kernel, its id
 * @param timestampNanos 0 on frees
 */
public record WireMessage(
    MessageType type,
    int device,
    long size,
    int bufferType,
    int pid,
    long address,
    long timestampNanos) {}
