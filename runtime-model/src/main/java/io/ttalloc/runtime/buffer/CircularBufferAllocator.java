package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.profile.CoreRange;

/**
 * Determines the address of the next circular buffer of one program on one range of cores: after
 * the last circular buffer of this program that shares a core with the range.
 *
 * <p>A program has one allocator for each distinct range that it uses, and marks a circular buffer
 * in every allocator whose range shares a core with the buffer's range. Therefore, each allocator
 * knows the end of all circular buffers on its cores. Not thread-safe.
 */
public final class CircularBufferAllocator {
  /** The alignment of the start of every circular buffer, in bytes. */
  private static final long ALIGNMENT = 32;

  private final CoreRange cores;
  private long end;

  /** Creates an allocator that starts at {@code base}. */
  public CircularBufferAllocator(CoreRange cores, long base) {
    this.cores = cores;
    this.end = base;
  }

  /** The cores on which this allocator places circular buffers. */
  public CoreRange cores() {
    return cores;
  }

  /** The first address after the circular buffers that were marked. */
  public long end() {
    return end;
  }

  /** The address at which the next circular buffer can start. */
  public long next() {
    return (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Records that {@code [address, address + sizeBytes)} is occupied. */
  public void mark(long address, long sizeBytes) {
    end = Math.max(end, address + sizeBytes);
  }
}
