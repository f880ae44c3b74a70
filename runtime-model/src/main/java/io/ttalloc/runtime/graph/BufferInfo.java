package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.BufferType;

/**
 * What a listener gets to know of a buffer: numbers, not the buffer.
 *
 * @param address where it starts in each bank; 0 before it has an address
 * @param sizeBytes flat size
 * @param deviceId the chip, or -1 for a buffer of a whole mesh
 * @param sessionName the session of its memory
 * @param type the space
 * @param ownsData whether it holds its memory, or stands on memory that something else holds
 */
public record BufferInfo(
    long address,
    long sizeBytes,
    int deviceId,
    String sessionName,
    BufferType type,
    boolean ownsData) {}
