package io.ttalloc.runtime.profile;

/** A space of device memory; every space has banks and a bank manager of its own. */
public enum BufferType {
  /** The chip's DRAM, interleaved over its banks. Tensors and kernel binaries live here. */
  DRAM,
  /**
   * The cores' static memory: circular buffers grow up from its base, buffers down from its top.
   */
  L1,
  /** Host memory that the chip can reach. */
  SYSTEM_MEMORY,
  /** The small region on top of L1 that is kept for halo data and the like. */
  L1_SMALL,
  /**
   * The region on top of DRAM that holds recorded traces; empty unless the profile gives it bytes.
   */
  TRACE,
  /**
   * Where the kernels of the system itself lie. A space of its own: in DRAM or in L1 they would
   * move the addresses of everything else.
   */
  KERNEL_CONFIG
}
