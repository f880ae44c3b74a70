package io.ttalloc.natives.socket.accounting;

/**
 * Limits on the data that is kept, and on the values in messages.
 *
 * @param processes the maximum number of processes that are believed to be running
 * @param endedProcesses the maximum number of ended processes that are still listed
 * @param liveAllocations the maximum number of live allocations of one process
 * @param allAllocations the maximum number of live allocations of all processes together; each
 *     takes at most 80 bytes
 * @param parts the maximum number of memory accounts of one process, each for one kind of memory on
 *     one device
 * @param allParts the maximum number of memory accounts of all processes together, including ended
 *     ones
 * @param devices the exclusive upper bound of device numbers
 * @param allocationBytes the maximum plausible size of an allocation, in bytes
 */
public record AccountingLimits(
    int processes,
    int endedProcesses,
    int liveAllocations,
    int allAllocations,
    int parts,
    int allParts,
    int devices,
    long allocationBytes) {

  public static final AccountingLimits DEFAULT =
      new AccountingLimits(1_024, 256, 1 << 20, 1 << 22, 256, 8_192, 1_024, 1L << 40);

  /** The maximum number of entries in a list of remaining allocations. */
  static final int LISTED = 1_000;
}
