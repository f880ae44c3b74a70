package io.ttalloc.runtime.buffer;

/**
 * A part of a buffer, measured in bytes over all banks.
 *
 * @param offsetBytes the distance from the start of the buffer; a multiple of the page size
 * @param sizeBytes the size; a multiple of the page size, or the rest of the buffer
 */
public record BufferRegion(long offsetBytes, long sizeBytes) {}
