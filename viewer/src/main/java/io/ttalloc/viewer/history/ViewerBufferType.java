package io.ttalloc.viewer.history;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The device spaces that the viewer knows.
 *
 * <p>They have the same names as in the ledger. The viewer cannot show other spaces of a ledger,
 * such as the one for the system's kernels, or the memory of the process itself.
 */
public enum ViewerBufferType {
  DRAM(0, 12),
  L1(1, 64),
  SYSTEM_MEMORY(2, 1),
  L1_SMALL(3, 64),
  TRACE(4, 12);

  private static final int PAGE_BYTES = 2_048;

  private static final Map<String, ViewerBufferType> BY_SPACE =
      Map.of(
          "DRAM", DRAM,
          "L1", L1,
          "SYSTEM_MEMORY", SYSTEM_MEMORY,
          "L1_SMALL", L1_SMALL,
          "TRACE", TRACE);

  private final int code;

  /** The number of banks of a Wormhole chip. */
  private final int banks;

  ViewerBufferType(int code, int banks) {
    this.code = code;
    this.banks = banks;
  }

  /** The code of the type in the viewer's tables. */
  public int code() {
    return code;
  }

  /** Returns the type for a space of the ledger; null if the viewer does not know the space. */
  static @Nullable ViewerBufferType of(@Nullable String space) {
    return space == null ? null : BY_SPACE.get(space);
  }

  /**
   * Returns the bytes of a buffer in each bank, assuming that the buffer is spread evenly over all
   * banks in pages of one tile. Used as an estimate for buffers whose layout is not known.
   */
  long estimatedPerBank(long bytes) {
    long pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    return (pages + banks - 1) / banks * PAGE_BYTES;
  }
}
