package io.ttalloc.natives.socket.wire;

/**
 * A message as it was sent. Only its type has been checked.
 *
 * @param size unsigned, in bytes
 * @param bufferType the unsigned code of the kind of memory or kernel
 * @param pid the process that the message claims to be about
 * @param address unsigned; for a kernel, its id
 * @param timestampNanos 0 in a free
 */
public record WireMessage(
    MessageType type,
    int device,
    long size,
    int bufferType,
    int pid,
    long address,
    long timestampNanos) {}
