package io.ttalloc.runtime.buffer;

/**
 * A part of a buffer, counted from its start over all banks.
 *
 * @param offsetBytes a multiple of the page size
 * @param sizeBytes a multiple of the page size, or what is left of the buffer
 */
public record BufferRegion(long offsetBytes, long sizeBytes) {}
