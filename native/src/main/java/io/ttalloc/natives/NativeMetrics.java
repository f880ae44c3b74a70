package io.ttalloc.natives;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.serve.metrics.Series;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeMemory;
import io.ttalloc.watch.natives.NativeProcess;
import io.ttalloc.watch.natives.NativeSource;
import io.ttalloc.watch.natives.NativeState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of TT-Metal's own processes, without verdicts: computed from the reports that they
 * send over the allocation socket, and from the counters that they maintain in memory regions. Both
 * sources may describe the same process, so the label {@code source} distinguishes them.
 */
final class NativeMetrics {
  private static final String PREFIX = "tt_alloc_native_";

  private final List<Series> all = new ArrayList<>();
  private final Series live = series("live", "Live allocations.", null, false);
  private final Series liveBytes =
      series("live_bytes", "Bytes of live allocations.", Unit.BYTES, false);
  private final Series peakBytes =
      series(
          "peak_bytes",
          "The highest number of bytes of live allocations so far.",
          Unit.BYTES,
          false);
  private final Series opened =
      series(
          "opened",
          "Allocations so far, except those at an address that was already in use.",
          null,
          true);
  private final Series closed =
      series("closed", "Frees so far after which the address was no longer in use.", null, true);
  private final Series twice =
      series("allocated_twice", "Allocations at an address that was already in use.", null, true);
  private final Series unknown =
      series("unknown_frees", "Frees of memory that was not known to be allocated.", null, true);
  private final Series rejected = series("rejected_messages", "Invalid messages.", null, true);

  private final Series chipBytes =
      series(
          "chip_bytes",
          "Bytes in use on a chip, according to its memory region.",
          Unit.BYTES,
          false);
  private final Series unreadRegions =
      series("regions_not_read", "Problems found while reading the memory regions.", null, false);

  private Series series(String name, String help, @Nullable Unit unit, boolean counter) {
    Series series = new Series(PREFIX + name, help, unit, counter);
    all.add(series);
    return series;
  }

  private NativeMetrics() {}

  /** The metrics of a snapshot and of the regions; empty if there is nothing to report. */
  static List<MetricSnapshot> of(AllocationSnapshot snapshot, NativeState regions) {
    NativeMetrics metrics = new NativeMetrics();
    snapshot.processes().forEach(metrics::add);
    regions.processes().forEach(metrics::add);
    regions.chips().forEach(metrics::add);
    if (!regions.problems().isEmpty()) {
      metrics.unreadRegions.add(source(NativeSource.REGION), regions.problems().size());
    }
    return metrics.all.stream().filter(s -> !s.isEmpty()).map(Series::build).toList();
  }

  private static Labels source(NativeSource source) {
    return Labels.of("source", source.word());
  }

  private void add(NativeProcess process) {
    Labels labels =
        source(process.source())
            .add("pid", Integer.toString(process.pid()))
            .add("program", process.program())
            .add("state", process.state());
    for (NativeMemory part : process.memory()) {
      liveBytes.add(labels.merge(place(part.chip(), part.device(), part.space())), part.bytes());
    }
  }

  private void add(ChipMemory chip) {
    chipBytes.add(
        source(chip.source())
            .merge(place(chip.chip(), chip.device(), chip.space()))
            .add("remote", Boolean.toString(chip.remote())),
        chip.bytes());
  }

  private static Labels place(@Nullable String chip, long device, String space) {
    return Labels.of(
        "chip", chip == null ? "" : chip, "device", Long.toString(device), "space", space);
  }

  private void add(ProcessRow process) {
    Labels labels =
        source(NativeSource.SOCKET)
            .add("pid", Integer.toString(process.pid()))
            .add("program", process.name())
            .add("state", process.ended() ? "ended" : "running");
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
