package io.ttalloc.natives.regions;

import java.util.List;

/**
 * A memory region, as read from its file.
 *
 * @param version the version of the region's layout
 * @param uniqueId the chip id from the file name: digits, or any other text with invisible
 *     characters escaped
 * @param device the number that TT-Metal gave the chip
 * @param boardId unsigned; 0 if unknown
 * @param asicId unsigned
 * @param updatedAtNanos the time of the last change, in nanoseconds since 1970; 0 if there was none
 * @param stable whether two successive copies of the region were equal. If not, the region kept
 *     changing, and its numbers may be inconsistent
 * @param totals the totals of all processes, from the header
 * @param chips this chip, and the chips that are reached through it
 * @param processes the processes that have an entry in the region, including dead ones
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
   * Whether tt-alloc's monitor wrote the region. If so, the region lists processes that have a
   * ledger, and the ledgers contain more details.
   */
  public boolean isPublished() {
    return version == RegionPublisher.VERSION
        && asicId == PublishedId.of((int) device)
        && uniqueId.equals(Long.toUnsignedString(asicId));
  }

  /** A chip; remote if it is reached through another chip. */
  public record Chip(long number, boolean remote, AllocatedBytes allocated) {}

  /**
   * A process.
   *
   * @param name the name that the process wrote, with invisible characters escaped
   * @param running whether the process is running; if not, {@code allocated} is the memory that it
   *     left allocated. A process in a container with its own process ids counts as not running,
   *     unless a process that is visible here has the same id
   * @param updatedAtNanos the time when the process last changed the region, in nanoseconds since
   *     1970
   */
  public record User(
      int pid, String name, boolean running, long updatedAtNanos, AllocatedBytes allocated) {}
}
