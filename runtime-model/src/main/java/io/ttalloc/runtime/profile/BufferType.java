package io.ttalloc.runtime.profile;

/** A space of device memory; every space has its own banks and its own bank manager. */
public enum BufferType {
  /** The chip's DRAM, interleaved over its banks. Tensors and kernel binaries live here. */
  DRAM,
  /**
   * The cores' static RAM: circular buffers grow upwards from its base, buffers downwards from its
   * top.
   */
  L1,
  /** Host memory that the chip can access. */
  SYSTEM_MEMORY,
  /** The small region at the top of L1 that is reserved for halo data and the like. */
  L1_SMALL,
  /**
   * The region at the top of DRAM that holds recorded traces; empty unless the profile sets its
   * size.
   */
  TRACE,
  /**
   * The location of the system's own kernels. This is a separate space because in DRAM or L1 these
   * kernels would change the addresses of everything else.
   */
  KERNEL_CONFIG
}
