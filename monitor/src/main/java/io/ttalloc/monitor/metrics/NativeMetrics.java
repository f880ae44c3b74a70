package io.ttalloc.monitor.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.ttalloc.monitor.socket.accounting.AllocationSnapshot;
import io.ttalloc.monitor.socket.accounting.MemoryRow;
import io.ttalloc.monitor.socket.accounting.ProcessRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of TT-Metal's own processes, which tell of their allocations over a socket: exact,
 * without verdicts.
 */
final class NativeMetrics {
  private static final String PREFIX = "tt_alloc_native_";

  private final List<Series> all = new ArrayList<>();
  private final Series live = series("live", "Live allocations.", null, false);
  private final Series liveBytes =
      series("live_bytes", "Bytes of live allocations.", Unit.BYTES, false);
  private final Series peakBytes =
      series("peak_bytes", "The highest number of bytes so far.", Unit.BYTES, false);
  private final Series opened = series("opened", "Allocations so far.", null, true);
  private final Series closed = series("closed", "Frees so far.", null, true);
  private final Series twice =
      series("allocated_twice", "Allocations at an address that was live.", null, true);
  private final Series unknown =
      series("unknown_frees", "Frees of what was not allocated, as far as is known.", null, true);
  private final Series rejected =
      series("rejected_messages", "Messages that cannot be true.", null, true);

  private Series series(String name, String help, @Nullable Unit unit, boolean counter) {
    Series series = new Series(PREFIX + name, help, unit, counter);
    all.add(series);
    return series;
  }

  private NativeMetrics() {}

  /** The metrics of one snapshot; none if no process has told of anything. */
  static List<MetricSnapshot> of(AllocationSnapshot snapshot) {
    NativeMetrics metrics = new NativeMetrics();
    snapshot.processes().forEach(metrics::add);
    return metrics.all.stream().filter(s -> !s.isEmpty()).map(Series::build).toList();
  }

  private void add(ProcessRow process) {
    Labels labels =
        Labels.of(
            "pid", Integer.toString(process.pid()),
            "program", process.name(),
            "state", process.ended() ? "ended" : "running");
    unknown.add(labels, process.freedUnknown());
    rejected.add(labels, process.rejected());
    for (MemoryRow row : process.memory()) {
      Labels of =
          labels.merge(
              Labels.of("device", Integer.toString(row.device()), "space", row.kind().name()));
      live.add(of, row.live());
      liveBytes.add(of, row.liveBytes());
      peakBytes.add(of, row.peakBytes());
      opened.add(of, row.opened());
      closed.add(of, row.closed());
      twice.add(of, row.allocatedTwice());
    }
  }
}
