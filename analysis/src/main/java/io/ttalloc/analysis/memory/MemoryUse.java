package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;

/**
 * Open memory, by region and by handle.
 *
 * @param regions the number of memory regions, on devices or in the process
 * @param bytes the bytes, counting each region once
 * @param handles the number of handles that own their memory
 * @param handleBytes the sum of the bytes of the handles
 */
public record MemoryUse(long regions, long bytes, long handles, long handleBytes) {
  public static final MemoryUse NONE = new MemoryUse(0, 0, 0, 0);

  public MemoryUse plus(MemoryUse other) {
    return new MemoryUse(
        SaturatedSum.of(regions, other.regions),
        SaturatedSum.of(bytes, other.bytes),
        SaturatedSum.of(handles, other.handles),
        SaturatedSum.of(handleBytes, other.handleBytes));
  }
}
