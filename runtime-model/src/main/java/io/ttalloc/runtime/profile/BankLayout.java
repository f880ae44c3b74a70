package io.ttalloc.runtime.profile;

/**
 * How one space is cut into banks: each of {@code banks} banks has the same address range, and
 * {@code [base, limit)} of it may be allocated.
 *
 * <p>A buffer's pages are dealt round the banks; it takes up the same range in every bank. Overlap
 * of two buffers is therefore a question of {@link #bankBytes}, never of their flat lengths.
 *
 * @param banks number of banks
 * @param bankBytes bytes of one bank, allocatable or not
 * @param base lowest address that may be allocated, a multiple of {@code alignment}
 * @param limit first address behind the allocatable range, a multiple of {@code alignment}
 * @param alignment bytes to which every page and address is aligned
 */
public record BankLayout(int banks, long bankBytes, long base, long limit, int alignment) {
  /**
   * Checks that the range is aligned: the allocator relies on it instead of aligning each block.
   */
  public BankLayout {
    if (banks <= 0 || alignment <= 0 || base < 0 || limit < base) {
      throw new IllegalArgumentException(
          "Not a bank layout: banks %d, range [%d, %d), alignment %d"
              .formatted(banks, base, limit, alignment));
    }
    if (base % alignment != 0 || limit % alignment != 0) {
      throw new IllegalArgumentException(
          "The bank range [%d, %d) is not a multiple of the alignment %d"
              .formatted(base, limit, alignment));
    }
  }

  /** The distance of two neighbouring pages in one bank, in bytes. */
  public long alignedPageBytes(long pageBytes) {
    return (pageBytes + alignment - 1) / alignment * alignment;
  }

  /** The number of pages that {@code sizeBytes} need; the last one may be partly used. */
  public static long pages(long sizeBytes, long pageBytes) {
    return (sizeBytes + pageBytes - 1) / pageBytes;
  }

  /** A buffer's bytes in each bank: its pages, dealt round the banks, rounded up. */
  public long bankBytes(long sizeBytes, long pageBytes) {
    return (pages(sizeBytes, pageBytes) + banks - 1) / banks * alignedPageBytes(pageBytes);
  }
}
