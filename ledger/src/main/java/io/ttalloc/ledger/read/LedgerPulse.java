package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Loss;
import java.util.List;
import java.util.Map;

/**
 * What the counters of a ledger say at one moment, read without its slots. Immutable.
 *
 * @param opened resources so far, without caches; by handle
 * @param closed how many of these were closed
 * @param collected how many of these the collector took while they were open
 * @param devices running totals, by device and space
 * @param losses what was not recorded; empty if everything was
 * @param unknownCloses closes of resources whose opening was not seen
 */
public record LedgerPulse(
    ProcessEntry process,
    long opened,
    long closed,
    long collected,
    List<DeviceEntry> devices,
    Map<Loss, Long> losses,
    long hookErrors,
    long unknownCloses) {

  /** How many events were not recorded. */
  public long dropped() {
    return losses.values().stream().mapToLong(Long::longValue).reduce(0, SaturatedSum::of);
  }

  /** Whether the counters are those of another reading, so that nothing was opened or closed. */
  public boolean countsAs(LedgerPulse other) {
    return opened == other.opened
        && closed == other.closed
        && collected == other.collected
        && devices.equals(other.devices)
        && losses.equals(other.losses)
        && hookErrors == other.hookErrors
        && unknownCloses == other.unknownCloses;
  }
}
