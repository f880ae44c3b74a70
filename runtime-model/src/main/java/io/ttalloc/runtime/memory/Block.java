package io.ttalloc.runtime.memory;

/**
 * One taken range of a space, the same in every bank.
 *
 * @param address its start in each bank
 * @param bankBytes its size in each bank
 * @param sizeBytes the requested size, over all banks; 0 while it is only reserved
 * @param id distinguishes this block from an earlier one at the same address
 * @param kind its purpose
 */
public record Block(long address, long bankBytes, long sizeBytes, long id, Kind kind) {
  /** The purpose of a block. */
  public enum Kind {
    /** A buffer's memory. */
    BUFFER,
    /**
     * Reserved at this address on every chip of a mesh; the chip's own buffer has not claimed it.
     */
    RESERVED,
    /** The region of one or more circular buffers. */
    CIRCULAR_BUFFER
  }
}
