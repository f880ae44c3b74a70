package io.ttalloc.natives.regions;

import org.jspecify.annotations.Nullable;

/**
 * The layout of a region. Offsets are in bytes, and all numbers are little-endian.
 *
 * <pre>
 *  0 version u32       4 active processes u32    8 last update u64 (nanoseconds since 1970)
 * 16 references u32   24 board u64              32 asic u64     40 device u32   48 totals u64 each
 * </pre>
 *
 * <p>The totals are those of DRAM, L1, small L1, traces, circular buffers and, in version 1,
 * kernels. They are followed by 16 chips (number u32, remote u32, the same counters), 64 processes
 * (id i32, counters from offset 8, last update u64, name) and, in version 4, a mark that the region
 * is ready. Versions 2 and 3 differ only in how their fields are written.
 */
enum RegionLayout {
  V1(6, 992, 9_280, 0),
  V2_TO_V4(5, 856, 8_576, 0xffff_ffffL);

  static final int VERSION = 0;
  static final int ACTIVE_PROCESSES = 4;
  static final int LAST_UPDATE = 8;
  static final int REFERENCES = 16;
  static final int BOARD = 24;
  static final int ASIC = 32;
  static final int DEVICE = 40;
  static final int TOTALS = 48;

  static final int CHIPS = 16;
  static final int CHIP_NUMBER = 0;
  static final int CHIP_REMOTE = 4;
  static final int CHIP_COUNTERS = 8;

  static final int PROCESSES = 64;
  static final int PROCESS_ID = 0;
  static final int PROCESS_COUNTERS = 8;
  static final int NAME_BYTES = 64;

  static final int READY = 8_536;
  static final int READY_MARK = 0x5245_4459;

  /** The first version whose regions contain a mark once they are ready. */
  static final int MARKED_VERSION = 4;

  static final int LAST_VERSION = 4;

  /** The number of counters in the totals, and in each chip and process entry. */
  final int counters;

  final int processes;
  final int size;

  /** The chip number that marks an unused entry. */
  final long unusedChip;

  RegionLayout(int counters, int processes, int size, long unusedChip) {
    this.counters = counters;
    this.processes = processes;
    this.size = size;
    this.unusedChip = unusedChip;
  }

  /** The layout of a version; null if the version is unknown. */
  static @Nullable RegionLayout of(long version) {
    if (version < 1 || version > LAST_VERSION) {
      return null;
    }
    return version == 1 ? V1 : V2_TO_V4;
  }

  int chip(int index) {
    return TOTALS + 8 * counters + index * (8 + 8 * counters);
  }

  int process(int index) {
    return processes + index * (16 + 8 * counters + NAME_BYTES);
  }

  /** The offset of the last update time within a process entry. */
  int processUpdate() {
    return PROCESS_COUNTERS + 8 * counters;
  }

  /** The offset of the name within a process entry. */
  int processName() {
    return processUpdate() + 8;
  }
}
