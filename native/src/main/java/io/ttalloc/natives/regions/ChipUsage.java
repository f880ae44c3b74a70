package io.ttalloc.natives.regions;

import java.util.List;

/**
 * The memory that processes have allocated on a chip; published in a region.
 *
 * @param uniqueId unsigned; part of the file name, and the ASIC id in the file. No chip of the
 *     machine may have the same id, or TT-Metal's processes would use the same file
 * @param device the number that processes use for the chip
 */
public record ChipUsage(long uniqueId, int device, List<Share> processes) {

  public ChipUsage {
    processes = List.copyOf(processes);
  }

  /**
   * The memory that one process has allocated. The published version of the layout has no field for
   * kernels.
   */
  public record Share(int pid, String name, AllocatedBytes allocated) {}
}
