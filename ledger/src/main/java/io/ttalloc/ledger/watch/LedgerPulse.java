package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.DeviceEntry;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the counters of a ledger say at one moment, read without its slots. Immutable.
 *
 * @param types counters of each type except caches, in the order of their first openings
 * @param devices running totals, by device and space
 * @param losses what was not recorded; empty if everything was
 * @param unknownCloses closes of resources whose opening was not seen
 */
public record LedgerPulse(
    ProcessEntry process,
    List<TypeCounts> types,
    List<DeviceEntry> devices,
    Map<Loss, Long> losses,
    long hookErrors,
    long unknownCloses) {

  /** Resources opened so far, without caches; by handle. */
  public long opened() {
    return sum(TypeCounts::opened);
  }

  /** Resources closed so far, without caches. */
  public long closed() {
    return sum(TypeCounts::closed);
  }

  /** Resources that the collector took while they were open, without caches. */
  public long collected() {
    return sum(TypeCounts::collected);
  }

  /** The collected ones that had something left to close. May fall: that may be closed later. */
  public long collectedUnclosed() {
    return SaturatedSum.left(collected(), sum(TypeCounts::hollow));
  }

  /** Resources that were not closed, counted by handle; includes collected ones. */
  public long open() {
    return sum(TypeCounts::open);
  }

  /** Bytes of open handles on devices. */
  public long deviceBytes() {
    return devices.stream().mapToLong(DeviceEntry::liveBytes).reduce(0, SaturatedSum::of);
  }

  /** The number of events that were not recorded. */
  public long dropped() {
    return losses.values().stream().mapToLong(Long::longValue).reduce(0, SaturatedSum::of);
  }

  /** The number of these that found no room in the ledger's file. */
  public long cannotGrow() {
    return SaturatedSum.of(
        losses.getOrDefault(Loss.CANNOT_GROW, 0L), losses.getOrDefault(Loss.AT_LIMIT, 0L));
  }

  private long sum(ToLongFunction<TypeCounts> of) {
    return types.stream().mapToLong(of).reduce(0, SaturatedSum::of);
  }

  /** Whether the counters are those of another reading, so that nothing was opened or closed. */
  public boolean countsAs(LedgerPulse other) {
    return types.equals(other.types)
        && devices.equals(other.devices)
        && losses.equals(other.losses)
        && hookErrors == other.hookErrors
        && unknownCloses == other.unknownCloses;
  }
}
