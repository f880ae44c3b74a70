package io.ttalloc.runtime.memory;

/**
 * One allocated range of a space, the same in every bank.
 *
 * @param address the start in each bank
 * @param bankBytes the size in each bank
 * @param sizeBytes the requested size, over all banks; 0 while the block is only reserved
 * @param id distinguishes this block from an earlier one at the same address
 * @param kind the purpose of the block
 */
public record Block(long address, long bankBytes, long sizeBytes, long id, Kind kind) {
  /** The purpose of a block. */
  public enum Kind {
    /** A buffer's memory. */
    BUFFER,
    /**
     * Reserved at this address on every chip of a mesh; the chip's own buffer has not claimed the
     * block yet.
     */
    RESERVED,
    /** The memory of one or more circular buffers. */
    CIRCULAR_BUFFER
  }

  /** A human-readable description of a buffer's block; the address is also in hexadecimal. */
  String description() {
    return "buffer of %d B at %d (0x%x)".formatted(sizeBytes, address, address);
  }
}
