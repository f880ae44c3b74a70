package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.DeviceEntry;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The counters of a ledger at one moment, read without its slots. Immutable.
 *
 * @param types the counters of each type except caches, in the order of their first openings
 * @param devices running totals, by device and space
 * @param losses the number of events that were not recorded, by reason; empty if all were recorded
 * @param unknownCloses the number of closes of objects whose opening was not seen
 */
public record LedgerPulse(
    ProcessEntry process,
    List<TypeCounts> types,
    List<DeviceEntry> devices,
    Map<Loss, Long> losses,
    long hookErrors,
    long unknownCloses) {

  /** The number of resources opened so far, except caches; counted by handle. */
  public long opened() {
    return sum(TypeCounts::opened);
  }

  /** The number of resources closed or disowned so far, except caches. */
  public long closed() {
    return sum(TypeCounts::closed);
  }

  /** The number of resources that were garbage-collected while they were open, except caches. */
  public long collected() {
    return sum(TypeCounts::collected);
  }

  /**
   * The number of collected resources that still have something left to close. This number may
   * decrease, because what is left may be closed later.
   */
  public long collectedUnclosed() {
    return SaturatedSum.left(collected(), sum(TypeCounts::hollow));
  }

  /**
   * The number of resources that were neither closed nor disowned, except caches, counted by
   * handle; includes collected ones that are not hollow.
   */
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

  /** The number of dropped events for which the ledger's file had no space. */
  public long cannotGrow() {
    return SaturatedSum.of(
        losses.getOrDefault(Loss.CANNOT_GROW, 0L), losses.getOrDefault(Loss.AT_LIMIT, 0L));
  }

  private long sum(ToLongFunction<TypeCounts> of) {
    return types.stream().mapToLong(of).reduce(0, SaturatedSum::of);
  }

  /**
   * Whether the counters equal those of another reading, that is, whether nothing was opened or
   * closed in between.
   */
  public boolean countsAs(LedgerPulse other) {
    return types.equals(other.types)
        && devices.equals(other.devices)
        && losses.equals(other.losses)
        && hookErrors == other.hookErrors
        && unknownCloses == other.unknownCloses;
  }
}
