package io.ttalloc.monitor.natives;

import io.ttalloc.monitor.socket.accounting.AllocationSnapshot;
import io.ttalloc.monitor.socket.accounting.MemoryKind;
import io.ttalloc.monitor.socket.accounting.MemoryRow;
import io.ttalloc.monitor.socket.accounting.ProcessRow;
import java.util.ArrayList;
import java.util.List;

/** From what processes told over the allocation socket. */
public final class SocketProcesses {
  private SocketProcesses() {}

  /** The processes of a snapshot, and the sums of those that run. */
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

  private static List<ChipMemory> chips(AllocationSnapshot snapshot) {
    List<ChipMemory> chips = new ArrayList<>();
    for (int device : snapshot.devices()) {
      for (MemoryKind kind : MemoryKind.values()) {
        if (snapshot.live(device, kind) > 0) {
          long bytes = snapshot.liveBytes(device, kind);
          chips.add(
              new ChipMemory(NativeSource.SOCKET, null, device, false, kind.name(), bytes, null));
        }
      }
    }
    return chips;
  }
}
