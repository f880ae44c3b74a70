package io.ttalloc.natives;

import io.ttalloc.natives.regions.AllocatedBytes;
import io.ttalloc.natives.regions.ChipUsage;
import io.ttalloc.natives.regions.PublishedId;
import io.ttalloc.text.ProgramName;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts the memory use of processes that have a ledger to the form of TT-Metal's memory regions,
 * one region for each device. These devices are not chips of the machine, so each gets an id that
 * no chip has.
 */
final class ModelledChips {
  private ModelledChips() {}

  /** Returns the memory use of each device that a running process has used. */
  static List<ChipUsage> of(MachineState state) {
    Map<Integer, List<ChipUsage.Share>> chips = new TreeMap<>();
    for (ProcessView process : state.processes()) {
      if (process.state() == ProcessState.RUNNING) {
        add(process, chips);
      }
    }
    List<ChipUsage> usages = new ArrayList<>();
    chips.forEach(
        (device, shares) -> usages.add(new ChipUsage(PublishedId.of(device), device, shares)));
    return usages;
  }

  private static void add(ProcessView process, Map<Integer, List<ChipUsage.Share>> chips) {
    Map<Integer, AllocatedBytes> devices = new TreeMap<>();
    for (DeviceUse use : process.devices()) {
      devices.merge(use.device(), bytes(use), ModelledChips::sum);
    }
    String name = ProgramName.of(process.pulse().process().command());
    devices.forEach(
        (device, bytes) ->
            chips
                .computeIfAbsent(device, k -> new ArrayList<>())
                .add(new ChipUsage.Share((int) process.pid(), name, bytes)));
  }

  /**
   * The allocated bytes in one space of a device; zero if TT-Metal does not report the space. The
   * circular buffers of all existing programs are counted, and addresses that several buffers share
   * are counted once, as in the regions that TT-Metal itself writes in the published version of the
   * layout. A ledger does not record which programs were dispatched last.
   */
  private static AllocatedBytes bytes(DeviceUse use) {
    long circular = use.parts().shared();
    long bytes = use.usedBytes() - circular;
    return switch (use.space()) {
      case "DRAM" -> new AllocatedBytes(bytes, 0, 0, 0, circular, 0);
      case "L1" -> new AllocatedBytes(0, bytes, 0, 0, circular, 0);
      case "L1_SMALL" -> new AllocatedBytes(0, 0, bytes, 0, circular, 0);
      case "TRACE" -> new AllocatedBytes(0, 0, 0, bytes, circular, 0);
      default -> AllocatedBytes.NONE;
    };
  }

  private static AllocatedBytes sum(AllocatedBytes a, AllocatedBytes b) {
    return new AllocatedBytes(
        a.dram() + b.dram(),
        a.l1() + b.l1(),
        a.l1Small() + b.l1Small(),
        a.trace() + b.trace(),
        a.circular() + b.circular(),
        0);
  }
}
