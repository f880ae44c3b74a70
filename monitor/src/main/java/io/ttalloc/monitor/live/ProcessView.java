package io.ttalloc.monitor.live;

import io.ttalloc.ledger.read.LedgerPulse;
import io.ttalloc.monitor.ledgers.ProcessState;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process at one moment. Immutable.
 *
 * @param pulse the counters at the reading
 * @param deleted whether the ledger is gone: the process had nothing to report, or it was pruned
 * @param digest what its latest report says; null until there is one
 * @param devices empty if nothing on a device was ever opened
 * @param openedPerSecond over the last seconds
 * @param closedPerSecond over the last seconds
 * @param openHistory how many were open at the end of each of the last seconds, the oldest first
 */
public record ProcessView(
    Path ledger,
    ProcessState state,
    LedgerPulse pulse,
    boolean deleted,
    @Nullable ReportDigest digest,
    List<DeviceUse> devices,
    double openedPerSecond,
    double closedPerSecond,
    List<Long> openHistory) {

  static final Comparator<ProcessView> IN_ORDER =
      Comparator.comparing(ProcessView::state)
          .thenComparing(view -> view.pulse().process().startedAt(), Comparator.reverseOrder())
          .thenComparing(ProcessView::ledger);

  public ProcessView {
    devices = List.copyOf(devices);
    openHistory = List.copyOf(openHistory);
  }

  /** The process id. */
  public long pid() {
    return pulse.process().pid();
  }

  /** Handles that were opened and neither closed nor collected. */
  public long open() {
    return Math.max(0, pulse.opened() - pulse.closed() - pulse.collected());
  }
}
