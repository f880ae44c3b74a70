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
 * @param hollow how many of the collected ones had nothing left to close
 * @param devices running totals, by device and space
 * @param losses what was not recorded; empty if everything was
 * @param unknownCloses closes of resources whose opening was not seen
 */
public record LedgerPulse(
    ProcessEntry process,
    long opened,
    long closed,
    long collected,
    long hollow,
    List<DeviceEntry> devices,
    Map<Loss, Long> losses,
    long hookErrors,
    long unknownCloses) {

  /** Resources that nobody has closed, by handle; also those that the collector took. */
  public long open() {
    return SaturatedSum.left(opened, closed, hollow);
  }

  /** How many events were not recorded. */
  public long dropped() {
    return losses.values().stream().mapToLong(Long::longValue).reduce(0, SaturatedSum::of);
  }

  /** Whether the counters are those of another reading, so that nothing was opened or closed. */
  public boolean countsAs(LedgerPulse other) {
    return opened == other.opened
        && closed == other.closed
        && collected == other.collected
        && hollow == other.hollow
        && devices.equals(other.devices)
        && losses.equals(other.losses)
        && hookErrors == other.hookErrors
        && unknownCloses == other.unknownCloses;
  }
}
