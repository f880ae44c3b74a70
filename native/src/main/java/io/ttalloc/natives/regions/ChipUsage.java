package io.ttalloc.natives.regions;

import java.util.List;

/**
 * What processes have allocated on a chip, to be published.
 *
 * @param uniqueId unsigned; in the name of the file, and its asic. No chip of the machine may have
 *     it: TT-Metal's processes would use the same file
 * @param device the number by which processes call it
 */
public record ChipUsage(long uniqueId, int device, List<Share> processes) {

  public ChipUsage {
    processes = List.copyOf(processes);
  }

  /** The memory that one process has allocated. The published version has no field for kernels. */
  public record Share(int pid, String name, AllocatedBytes allocated) {}
}
