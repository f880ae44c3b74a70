package io.ttalloc.natives.regions;

import java.util.List;

/**
 * A region as it was read.
 *
 * @param version of its layout
 * @param uniqueId the chip that its file name says; digits, or whatever stands there, made visible
 * @param device the number that TT-Metal gave the chip
 * @param boardId unsigned; 0 if it is not known
 * @param asicId unsigned
 * @param updatedAtNanos when it was last changed, in nanoseconds since 1970; 0 if never
 * @param stable whether two readings one after the other were equal. If not, it was changed all the
 *     time, and its numbers may not fit each other
 * @param totals what the header says, of all processes
 * @param chips the chips that are reached through this one, and itself
 * @param processes those that have a place in it, dead ones among them
 */
public record MemoryRegion(
    int version,
    String uniqueId,
    long device,
    long boardId,
    long asicId,
    long updatedAtNanos,
    boolean stable,
    AllocatedBytes totals,
    List<Chip> chips,
    List<User> processes) {

  public MemoryRegion {
    chips = List.copyOf(chips);
    processes = List.copyOf(processes);
  }

  /**
   * Whether a monitor of this project wrote it: then it lists processes with a ledger, which says
   * more about them.
   */
  public boolean isPublished() {
    return version == RegionPublisher.VERSION
        && asicId == PublishedId.of((int) device)
        && uniqueId.equals(Long.toUnsignedString(asicId));
  }

  /** A chip; remote if it is reached through another one. */
  public record Chip(long number, boolean remote, AllocatedBytes allocated) {}

  /**
   * A process.
   *
   * @param name as it calls itself, made visible
   * @param running whether it runs; if not, {@code allocated} is what it left. A process in a
   *     container with process ids of its own counts as not running, unless another has its id
   * @param updatedAtNanos when it last changed anything, in nanoseconds since 1970
   */
  public record User(
      int pid, String name, boolean running, long updatedAtNanos, AllocatedBytes allocated) {}
}
