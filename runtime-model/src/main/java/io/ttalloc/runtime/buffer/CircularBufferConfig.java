package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.profile.CoreRange;
import org.jspecify.annotations.Nullable;

/**
 * What a program asks for: a queue of pages between the kernels of each core.
 *
 * @param index the number by which the kernels know it
 * @param cores the cores that get one
 * @param pages how many pages it holds
 * @param pageBytes bytes of one page
 * @param globalAddress where an L1 buffer holds its memory already; null if the program places it
 */
public record CircularBufferConfig(
    int index, CoreRange cores, int pages, int pageBytes, @Nullable Long globalAddress) {
  /** A circular buffer that the program places. */
  public static CircularBufferConfig of(int index, CoreRange cores, int pages, int pageBytes) {
    return new CircularBufferConfig(index, cores, pages, pageBytes, null);
  }

  /** Bytes per core. */
  public long sizeBytes() {
    return (long) pages * pageBytes;
  }
}
