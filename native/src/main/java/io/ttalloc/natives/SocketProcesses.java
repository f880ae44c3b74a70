package io.ttalloc.natives;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryKind;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeMemory;
import io.ttalloc.watch.natives.NativeProcess;
import io.ttalloc.watch.natives.NativeSource;
import io.ttalloc.watch.natives.NativeState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts the reports that native processes send over the allocation socket. */
public final class SocketProcesses {
  private SocketProcesses() {}

  /** The processes of a snapshot, and the totals of the running ones. */
  public static NativeState of(AllocationSnapshot snapshot) {
    List<NativeProcess> processes = new ArrayList<>();
    for (ProcessRow row : snapshot.processes()) {
      processes.add(
          new NativeProcess(
              NativeSource.SOCKET,
              row.pid(),
              row.name(),
              row.ended(),
              row.allocatedTwice(),
              row.freedUnknown(),
              row.memory().stream().map(SocketProcesses::memory).toList()));
    }
    processes.sort(NativeProcess.IN_ORDER);
    return new NativeState(
        processes, chips(snapshot), 0, snapshot.forgotten(), snapshot.unaccounted(), List.of());
  }

  private static NativeMemory memory(MemoryRow row) {
    return new NativeMemory(null, row.device(), row.kind().name(), row.live(), row.liveBytes());
  }

  /**
   * The totals over the running processes, without chips and kinds of memory that have no live
   * allocations.
   */
  private static List<ChipMemory> chips(AllocationSnapshot snapshot) {
    Map<Integer, Map<MemoryKind, Long>> devices = new TreeMap<>();
    for (ProcessRow process : snapshot.processes()) {
      for (MemoryRow row : process.memory()) {
        if (!process.ended() && row.live() > 0) {
          devices
              .computeIfAbsent(row.device(), device -> new EnumMap<>(MemoryKind.class))
              .merge(row.kind(), row.liveBytes(), SaturatedSum::of);
        }
      }
    }
    List<ChipMemory> chips = new ArrayList<>();
    devices.forEach(
        (device, kinds) ->
            kinds.forEach(
                (kind, bytes) ->
                    chips.add(
                        new ChipMemory(
                            NativeSource.SOCKET, null, device, false, kind.name(), bytes, null))));
    return chips;
  }
}
