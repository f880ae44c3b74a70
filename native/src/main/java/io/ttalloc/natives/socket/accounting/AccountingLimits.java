package io.ttalloc.natives.socket.accounting;

/**
 * How much is kept at most, and what messages may say.
 *
 * @param processes that run, as far as is known
 * @param endedProcesses that are still listed
 * @param liveAllocations of one process
 * @param allAllocations of all processes together, 80 bytes each at worst
 * @param parts kinds of memory on devices that one process may have
 * @param allParts those of all processes together, the ended ones among them
 * @param devices numbers of devices are below this
 * @param allocationBytes the largest size that is believed
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

  /** The number of entries that a list of remaining allocations may have. */
  static final int LISTED = 1_000;
}
