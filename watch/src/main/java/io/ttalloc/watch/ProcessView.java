package io.ttalloc.watch;

import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.watch.ledgers.ProcessState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process at one moment. Immutable.
 *
 * @param pulse the counters at the reading
 * @param deleted whether the ledger was deleted, because the process had nothing to report or the
 *     ledger was pruned
 * @param digest the digest of the latest report on the process; null before the first report
 * @param devices the use of device spaces; empty if nothing was ever opened on a device
 * @param openedPerSecond the rate over the last few seconds
 * @param closedPerSecond the rate over the last few seconds
 * @param openHistory the number of open resources at the end of each of the most recent seconds,
 *     the oldest first
 * @param outdated whether a new report would show something that the latest one does not
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
    List<Long> openHistory,
    boolean outdated) {

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

  /**
   * The time from the start of the process to now, to its end, or to its last sign of life if it
   * was killed; null while this time is unknown.
   */
  public @Nullable Duration age() {
    ProcessEntry process = pulse.process();
    if (state != ProcessState.KILLED) {
      return Duration.ofNanos(process.ageNanos());
    }
    if (digest == null) {
      return null;
    }
    Duration age = Duration.between(process.startedAt(), digest.reading().lastSeen());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
