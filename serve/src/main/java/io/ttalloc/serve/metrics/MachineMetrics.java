package io.ttalloc.serve.metrics;

import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.text.ProgramName;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.LiveGroup;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.TypeUse;
import io.ttalloc.watch.ledgers.ProcessState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes the metrics of each process that has a ledger, from the ledger's counters, which are
 * read each time, and from the latest report. No address, stack or label of a resource becomes a
 * metric label, so the number of series depends only on types, devices and verdicts.
 */
public final class MachineMetrics {
  private static final String PREFIX = "tt_alloc_";
  private static final int MAX_PROGRAM_LENGTH = 120;

  private final Map<String, Series> all = new LinkedHashMap<>();
  private final LifetimeSeries lifetimes =
      new LifetimeSeries(
          PREFIX + "lifetime_seconds",
          "Lifetimes of closed or disowned resources, according to the latest report.");
  private final InfoSnapshot.Builder info =
      InfoSnapshot.builder().name(PREFIX + "process").help("The processes that have a ledger.");

  private MachineMetrics() {}

  /**
   * Returns the metrics of one state.
   *
   * @param others the metrics of processes without a ledger
   */
  public static MetricSnapshots of(MachineState state, List<MetricSnapshot> others) {
    List<MetricSnapshot> snapshots = new MachineMetrics().build(state);
    snapshots.addAll(others);
    return new MetricSnapshots(snapshots);
  }

  private Series counter(String name, String help) {
    return all.computeIfAbsent(name, key -> new Series(PREFIX + key, help, null, true));
  }

  private Series gauge(String name, String help, @Nullable Unit unit) {
    return all.computeIfAbsent(name, key -> new Series(PREFIX + key, help, unit, false));
  }

  private List<MetricSnapshot> build(MachineState state) {
    Set<Labels> known = new HashSet<>();
    for (ProcessView process : state.processes()) {
      Labels labels =
          Labels.of(
              "pid", Long.toString(process.pid()),
              "started", Long.toString(process.pulse().process().startedAt().toEpochMilli()));
      // A second ledger with the same labels is a copy: it belongs to the same process.
      if (known.add(labels)) {
        add(process, labels);
      }
    }
    for (ProcessState each : ProcessState.values()) {
      if (each != ProcessState.UNREADABLE) {
        long count = state.processes().stream().filter(p -> p.state() == each).count();
        gauge("processes", "Processes that have a ledger.", null)
            .add(Labels.of("state", each.word()), count);
      }
    }
    gauge(
            "ledgers_not_watched",
            "Ledgers that are not watched, since there are too many or they belong to other users.",
            null)
        .add(Labels.of("why", "too many"), state.omitted());
    gauge(
            "ledgers_not_watched",
            "Ledgers that are not watched, since there are too many or they belong to other users.",
            null)
        .add(Labels.of("why", "other user"), state.ofOthers());
    List<MetricSnapshot> snapshots = new ArrayList<>();
    all.values().forEach(series -> snapshots.add(series.build()));
    if (!lifetimes.isEmpty()) {
      snapshots.add(lifetimes.build());
    }
    if (!known.isEmpty()) {
      snapshots.add(info.build());
    }
    return snapshots;
  }

  private void add(ProcessView process, Labels labels) {
    LedgerPulse pulse = process.pulse();
    String command = VisibleText.of(ProgramName.of(pulse.process().command()));
    String program = ProgramName.shortened(command, MAX_PROGRAM_LENGTH);
    info.dataPoint(
        InfoSnapshot.InfoDataPointSnapshot.builder()
            .labels(labels.add("program", program).add("state", process.state().word()))
            .build());
    counter("opened", "Resources opened so far; each handle counts once.")
        .add(labels, pulse.opened());
    counter("closed", "Resources closed or disowned so far; each handle counts once.")
        .add(labels, pulse.closed());
    counter("collected", "Resources that were garbage collected while they were open.")
        .add(labels, pulse.collected());
    gauge(
            "collected_unclosed",
            "Garbage-collected resources that still have something left to close.",
            null)
        .add(labels, pulse.collectedUnclosed());
    counter(
            "dropped_events",
            "Events that the ledger did not record; if there are any, reports are incomplete.")
        .add(labels, pulse.dropped());
    counter("cannot_grow_events", "Events for which the ledger file had no room.")
        .add(labels, pulse.cannotGrow());
    counter("hook_errors", "Errors in the agent's hooks.").add(labels, pulse.hookErrors());
    counter("unknown_closes", "Closes of resources whose opening was not seen.")
        .add(labels, pulse.unknownCloses());
    devices(process, labels);
    gauge(
            "report_outdated",
            "1 if there is no report yet or a new one would differ from the latest, otherwise 0.",
            null)
        .add(labels, process.outdated() ? 1 : 0);
    ReportDigest digest = process.digest();
    if (digest != null) {
      add(digest, labels);
    }
  }

  private void devices(ProcessView process, Labels labels) {
    for (DeviceUse device : process.devices()) {
      Labels of = labels.merge(place(Integer.toString(device.device()), device.space()));
      gauge("device_live_bytes", "Bytes in use in a space, summed over handles.", Unit.BYTES)
          .add(of, device.bytes());
      gauge(
              "device_used_bytes",
              "Bytes in use in the latest report, each address once; at most the capacity.",
              Unit.BYTES)
          .add(of, device.usedBytes());
      if (device.reported().level() != null) {
        gauge(
                "device_fill_ratio",
                "Fraction of the capacity in use, excluding infrastructure, according to the latest"
                    + " report.",
                null)
            .set(of, device.reported().level());
      }
      gauge("device_peak_bytes", "The highest number of bytes in use so far.", Unit.BYTES)
          .add(of, device.peakBytes());
      counter("device_opened", "Resources opened so far in a space of a device.")
          .add(of, device.opened());
      counter("device_closed", "Resources closed or disowned so far in a space of a device.")
          .add(of, device.closed());
      if (device.capacityBytes() != null) {
        gauge("device_capacity_bytes", "The capacity, as reported by the allocator.", Unit.BYTES)
            .add(of, device.capacityBytes());
      }
    }
    for (DeviceEntry device : process.pulse().devices()) {
      if (device.device() >= 0) {
        Labels of = labels.merge(place(Integer.toString(device.device()), device.space()));
        counter("device_opened_bytes", "Bytes opened so far in a space of a device.")
            .add(of, device.openedBytes());
        counter("device_closed_bytes", "Bytes closed or disowned so far in a space of a device.")
            .add(of, device.closedBytes());
      }
    }
  }

  private void add(ReportDigest digest, Labels labels) {
    for (LiveGroup group : digest.groups()) {
      LiveGroup.Kind kind = group.kind();
      Integer number = kind.device();
      String device = number == null ? "" : number < 0 ? "several" : Integer.toString(number);
      Labels of =
          labels
              .merge(place(device, kind.spaceOrEmpty()))
              .add("type", VisibleText.of(kind.type()))
              .add("verdict", kind.verdict())
              .add("leak", Boolean.toString(kind.leak()));
      gauge("live", "Open resources according to the latest report; each handle counts once.", null)
          .add(of, group.count());
      gauge("live_bytes", "Bytes of open resources according to the latest report.", Unit.BYTES)
          .add(of, group.bytes());
    }
    addTypes(digest, labels);
    if (digest.sums().leaks() != null) {
      gauge("leaks", "Leaks according to the latest report; absent while unknown.", null)
          .add(labels, Objects.requireNonNull(digest.sums().leaks()));
    }
    gauge("growing", "Entries in the latest report that are growing.", null)
        .add(labels, digest.sums().growing());
    gauge(
            "may_grow",
            "Entries in the latest report that may be growing, judged by resource opening times.",
            null)
        .add(labels, digest.sums().mayGrow());
    gauge(
            "report_timestamp_seconds",
            "The Unix time at which the latest report was created.",
            Unit.SECONDS)
        .set(labels, digest.reading().at().toEpochMilli() / 1e3);
  }

  private void addTypes(ReportDigest digest, Labels labels) {
    for (TypeUse type : digest.types()) {
      Labels of = labels.add("type", VisibleText.of(type.type()));
      counter("type_opened", "Resources opened so far, by type, according to the latest report.")
          .add(of, type.opened());
      counter(
              "type_closed",
              "Resources closed or disowned so far, by type, according to the latest report.")
          .add(of, type.closed());
      counter(
              "type_opened_bytes",
              "Bytes of resources opened so far, by type, according to the latest report.")
          .add(of, type.openedBytes());
      lifetimes.add(of, type.lifetimes());
    }
  }

  private static Labels place(String device, String space) {
    return Labels.of("device", device, "space", VisibleText.of(space));
  }
}
