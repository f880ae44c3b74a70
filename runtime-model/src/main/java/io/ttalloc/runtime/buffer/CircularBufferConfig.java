package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.profile.CoreRange;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a circular buffer: a queue of pages between the kernels of each core.
 *
 * @param index the number by which the kernels refer to the circular buffer
 * @param cores the cores that get the circular buffer
 * @param pages the capacity in pages
 * @param pageBytes the page size in bytes
 * @param globalAddress the address of the memory in an existing L1 buffer; null if the program
 *     places the circular buffer
 */
public record CircularBufferConfig(
    int index, CoreRange cores, int pages, int pageBytes, @Nullable Long globalAddress) {
  /** The configuration of a circular buffer that the program places. */
  public static CircularBufferConfig of(int index, CoreRange cores, int pages, int pageBytes) {
    return new CircularBufferConfig(index, cores, pages, pageBytes, null);
  }

  /** The size per core, in bytes. */
  public long sizeBytes() {
    return (long) pages * pageBytes;
  }
}
