package io.ttalloc.natives;

import io.ttalloc.natives.socket.DeviceSource;
import io.ttalloc.natives.socket.wire.DeviceInfo;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.ProcessState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The devices used by running processes that have a ledger, with the capacities that the processes'
 * allocators have reported. A ledger contains no other data about a device, such as its
 * architecture or its channels.
 *
 * <p>Each process numbers its devices itself, so two processes may use the same number for
 * different devices. If two processes report different capacities for a device number, the capacity
 * is unknown. Thread-safe.
 */
final class LedgerDevices implements DeviceSource {
  /** Stands for a capacity that no process has reported or on which processes disagree. */
  private static final long UNKNOWN = 0;

  private volatile List<DeviceInfo> latest = List.of();

  /** Replaces the devices with those in the given state. */
  void update(MachineState machine) {
    Map<Integer, Long> dram = capacities(machine, "DRAM");
    Map<Integer, Long> l1 = capacities(machine, "L1");
    SortedSet<Integer> devices = new TreeSet<>(dram.keySet());
    devices.addAll(l1.keySet());
    List<DeviceInfo> infos = new ArrayList<>();
    for (int device : devices) {
      infos.add(
          new DeviceInfo(
              device,
              0,
              0,
              0,
              0,
              dram.getOrDefault(device, UNKNOWN),
              l1.getOrDefault(device, UNKNOWN),
              0,
              0,
              0));
    }
    latest = List.copyOf(infos);
  }

  private static Map<Integer, Long> capacities(MachineState machine, String space) {
    Map<Integer, Long> capacities = new TreeMap<>();
    for (ProcessView process : machine.processes()) {
      for (DeviceUse use : process.devices()) {
        Long bytes = use.capacityBytes();
        boolean known = process.state() == ProcessState.RUNNING && bytes != null;
        if (known && use.device() >= 0 && use.space().equals(space)) {
          capacities.merge(use.device(), bytes, (a, b) -> a.equals(b) ? a : (Long) UNKNOWN);
        }
      }
    }
    return capacities;
  }

  @Override
  public Collection<DeviceInfo> devices() {
    return latest;
  }
}
