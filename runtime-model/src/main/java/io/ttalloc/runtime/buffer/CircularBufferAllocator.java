package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.profile.CoreRange;

/**
 * Where the next circular buffer of one program goes on one range of cores: behind the last one.
 *
 * <p>A program has one for each distinct range that it uses, and marks a circular buffer on every
 * one whose cores it shares: so each knows the end of all that lies on its cores. Not thread-safe.
 */
public final class CircularBufferAllocator {
  /** The start of every circular buffer is a multiple of this. */
  private static final long ALIGNMENT = 32;

  private final CoreRange cores;
  private long end;

  /** Makes an allocator that starts at {@code base}. */
  public CircularBufferAllocator(CoreRange cores, long base) {
    this.cores = cores;
    this.end = base;
  }

  /** The cores that it is for. */
  public CoreRange cores() {
    return cores;
  }

  /** First address behind everything that was placed. */
  public long end() {
    return end;
  }

  /** The first address where a circular buffer may start. */
  public long next() {
    return (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Records that {@code [address, address + sizeBytes)} is taken. */
  public void mark(long address, long sizeBytes) {
    end = Math.max(end, address + sizeBytes);
  }
}
