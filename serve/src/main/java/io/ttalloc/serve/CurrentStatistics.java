package io.ttalloc.serve;

import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessDevice;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.natives.NativeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Formats the current statistics: the memory in use on each device, and the number of all open
 * resources. The format is that of TT-Metal's own allocation server, because scripts read its line
 * {@code Active allocations}.
 */
final class CurrentStatistics {
  private final List<String> lines = new ArrayList<>();

  private CurrentStatistics() {}

  /**
   * Returns the lines.
   *
   * @param ended the ledgers of processes that ended while they were watched
   */
  static List<String> lines(MachineState state, WatchedNatives natives, Set<Path> ended) {
    CurrentStatistics statistics = new CurrentStatistics();
    statistics.print(state, natives, ended);
    return statistics.lines;
  }

  private void print(MachineState state, WatchedNatives natives, Set<Path> ended) {
    lines.add("Current Statistics:");
    devices(state, natives);
    long open = natives.open();
    long system = 0;
    long cached = 0;
    for (ProcessView process : state.processes()) {
      if (process.state() == ProcessState.RUNNING) {
        ReportDigest digest = process.digest();
        open = SaturatedSum.of(open, process.pulse().open());
        system += digest == null ? 0 : digest.countOf(Verdicts.INFRASTRUCTURE);
        cached += digest == null ? 0 : digest.countOf(Verdicts.CACHED);
      }
    }
    if (system + cached > 0) {
      lines.add(
          "  Expected baseline: "
              + Numbers.grouped(system)
              + " infrastructure, "
              + Numbers.grouped(cached)
              + " cached; these are not leaks");
    }
    lines.add("  Active allocations: " + open + left(state, natives, ended));
  }

  /** The resources that ended processes did not close; empty if there are none. */
  private static String left(MachineState state, WatchedNatives natives, Set<Path> ended) {
    List<Long> left = new ArrayList<>();
    for (ProcessView process : state.processes()) {
      if (ended.contains(process.ledger())) {
        left.add(process.pulse().open());
      }
    }
    for (NativeProcess process : natives.state().processes()) {
      Long live = process.live();
      if (process.ended() && live != null) {
        left.add(live);
      }
    }
    left.removeIf(count -> count == 0);
    if (left.isEmpty()) {
      return "";
    }
    long all = left.stream().reduce(0L, SaturatedSum::of);
    String who =
        left.size() == 1 ? "1 ended process left " : left.size() + " ended processes left ";
    String max = left.size() == 1 ? "" : ", at most " + Collections.max(left) + " each";
    return " (" + who + all + max + ")";
  }

  /**
   * Adds the devices. Each process with a ledger has its own device numbers; native processes all
   * use those of the driver.
   */
  private void devices(MachineState state, WatchedNatives natives) {
    Map<Integer, Map<String, List<DeviceUse>>> devices = new TreeMap<>();
    for (ProcessDevice each : state.devices()) {
      spaces(devices, each.use().device(), "PID " + each.pid()).add(each.use());
    }
    for (DeviceUse use : natives.devices()) {
      spaces(devices, use.device(), "native processes").add(use);
    }
    devices.forEach(
        (device, owners) ->
            owners.forEach(
                (owner, spaces) ->
                    device(device + (owners.size() > 1 ? " of " + owner : ""), spaces)));
  }

  private static List<DeviceUse> spaces(
      Map<Integer, Map<String, List<DeviceUse>>> devices, int device, String owner) {
    return devices
        .computeIfAbsent(device, k -> new LinkedHashMap<>())
        .computeIfAbsent(owner, k -> new ArrayList<>());
  }

  private void device(String device, List<DeviceUse> spaces) {
    lines.add("  Device " + device + ":");
    long buffers = 0;
    long total = 0;
    long shared = 0;
    long system = 0;
    long cached = 0;
    Map<String, Long> sizes = new TreeMap<>();
    for (DeviceUse use : spaces) {
      buffers += Math.max(0, use.opened() - use.closed());
      total += use.bytes();
      shared += use.reported().sharedBytes();
      system += use.reported().infrastructureBytes();
      cached += use.reported().cachedBytes();
      sizes.merge(use.space(), use.bytes(), Long::sum);
    }
    lines.add("    Buffers: " + Numbers.grouped(buffers));
    sizes.forEach(
        (space, bytes) -> lines.add("    " + VisibleText.of(space) + ": " + Numbers.bytes(bytes)));
    lines.add("    Total: " + Numbers.bytes(total));
    part("Shared", shared);
    part("System", system);
    part("Cache", cached);
  }

  private void part(String name, long bytes) {
    if (bytes > 0) {
      lines.add("    including " + name + ": " + Numbers.bytes(bytes));
    }
  }
}
