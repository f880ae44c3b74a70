package io.ttalloc.runtime.graph;

import io.ttalloc.runtime.profile.BufferType;

/**
 * The data about a buffer that listeners receive: only values, no reference to the buffer.
 *
 * @param address the start address in each bank; 0 before one is assigned
 * @param sizeBytes the total size over all banks
 * @param deviceId the id of the chip, or -1 for a buffer of a whole mesh
 * @param sessionName the session that the memory belongs to
 * @param type the memory space
 * @param ownsData whether the buffer owns its memory, instead of using memory that something else
 *     owns
 */
public record BufferInfo(
    long address,
    long sizeBytes,
    int deviceId,
    String sessionName,
    BufferType type,
    boolean ownsData) {}
