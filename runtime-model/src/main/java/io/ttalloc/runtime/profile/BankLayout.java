package io.ttalloc.runtime.profile;

/**
 * The division of one space into banks. All {@code banks} banks have the same range of addresses,
 * but only {@code [base, limit)} can be allocated.
 *
 * <p>A buffer's pages are distributed round-robin over the banks, and the buffer occupies the same
 * range in every bank. Whether two buffers overlap therefore depends on their {@link #bankBytes},
 * never on their total sizes.
 *
 * @param banks the number of banks
 * @param bankBytes the size of one bank in bytes, including the part that cannot be allocated
 * @param base the lowest address that can be allocated; a multiple of {@code alignment}
 * @param limit the first address after the range that can be allocated; a multiple of {@code
 *     alignment}
 * @param alignment the alignment of every page and address, in bytes
 */
public record BankLayout(int banks, long bankBytes, long base, long limit, int alignment) {
  /**
   * Checks that the range is aligned; the allocator relies on this instead of aligning each block.
   */
  public BankLayout {
    if (banks <= 0 || alignment <= 0 || base < 0 || limit < base) {
      throw new IllegalArgumentException(
          "Not a bank layout: banks %d, range [%d, %d), alignment %d"
              .formatted(banks, base, limit, alignment));
    }
    if (base % alignment != 0 || limit % alignment != 0) {
      throw new IllegalArgumentException(
          "The ends of the bank range [%d, %d) are not both multiples of the alignment %d"
              .formatted(base, limit, alignment));
    }
  }

  /** The distance between consecutive pages in one bank, in bytes. */
  public long alignedPageBytes(long pageBytes) {
    return (pageBytes + alignment - 1) / alignment * alignment;
  }

  /** The number of pages that {@code sizeBytes} bytes need; the last page may be partly used. */
  public static long pages(long sizeBytes, long pageBytes) {
    return (sizeBytes + pageBytes - 1) / pageBytes;
  }

  /**
   * The bytes that a buffer occupies in each bank: the number of pages per bank, rounded up, times
   * the aligned page size.
   */
  public long bankBytes(long sizeBytes, long pageBytes) {
    return (pages(sizeBytes, pageBytes) + banks - 1) / banks * alignedPageBytes(pageBytes);
  }
}
